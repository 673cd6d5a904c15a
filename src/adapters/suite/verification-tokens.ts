import { check, checkHas } from "./check.js";
import { define } from "./case.js";
import { newVerificationToken } from "./fixtures.js";

const methods = ["createVerificationToken", "useVerificationToken"] as const;

export const verificationTokenCases = [
  define("[ADP-5] useVerificationToken gives the token once", methods, async (adapter) => {
    const { expires, ...key } = newVerificationToken();
    await adapter.createVerificationToken({ ...key, expires });
    checkHas(await adapter.useVerificationToken(key), { ...key, expires }, "the used token");
    check((await adapter.useVerificationToken(key)) === null, "a second use gives null");
  }),

  define(
    "[ADP-5] a token is no use with another address, or another token",
    methods,
    async (adapter) => {
      const { expires, ...key } = newVerificationToken();
      await adapter.createVerificationToken({ ...key, expires });
      const others = [
        { ...key, identifier: newVerificationToken().identifier },
        { ...key, token: newVerificationToken().token },
        { ...key, token: key.token.toUpperCase() },
      ];
      for (const other of others) {
        check((await adapter.useVerificationToken(other)) === null, "another key gives null");
      }
      checkHas(await adapter.useVerificationToken(key), key, "the token afterwards");
    },
  ),

  define("[ADP-5] several tokens of one address are independent", methods, async (adapter) => {
    const [first, second] = [newVerificationToken(), newVerificationToken()];
    const { identifier } = first;
    await adapter.createVerificationToken(first);
    await adapter.createVerificationToken({ ...second, identifier });
    for (const { token } of [second, first]) {
      checkHas(await adapter.useVerificationToken({ identifier, token }), { token }, "the token");
    }
  }),
];
