/**
 * Why an act was refused. `NotAdmin`: `mayAdminister` returned false for the administrator, or
 * they are banned. `NotAllowed`: `mayActOn` returned false. `Yourself`: administrators don't act on
 * themselves. `NoSuchUser`: there is no such user. `InvalidBan`: the end of the ban isn't a date in
 * the future, or the reason is longer than 1000 characters. `InvalidEmail`: it isn't an email address.
 * `EmailTaken`: another user has it. `TooManyEmails`: the address was sent five invitations today.
 */
export type AdminRefusal =
  | "NotAdmin"
  | "NotAllowed"
  | "Yourself"
  | "NoSuchUser"
  | "InvalidBan"
  | "InvalidEmail"
  | "EmailTaken"
  | "TooManyEmails";

/** Thrown by the functions of `admin.of(config)`. Nothing was changed. */
export class AdminRefused extends Error {
  override readonly name = "AdminRefused";
  readonly reason: AdminRefusal;

  constructor(reason: AdminRefusal) {
    super(`The act of administration was refused: ${reason}.`);
    this.reason = reason;
  }
}
