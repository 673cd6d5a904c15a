import type { RefresherOf } from "../../../core/flow.js";
import type { Inquirer } from "../provider/inquirer.js";
import { refreshGrant } from "./refresh.js";

/** Refreshes the tokens of a flow's provider; undefined if it issues none. What hands out tokens brings this along. */
export const refresherOf: RefresherOf = ({ own }) =>
  isInquirer(own)
    ? (context, refreshToken) => refreshGrant(own.inquire(context), refreshToken)
    : undefined;

/** By its method, since a process may load several copies of the library. */
function isInquirer(own: object | undefined): own is Inquirer {
  return own !== undefined && "inquire" in own;
}
