/** The entry point `latchkey/device`: sign-in on a command line. */
export { deviceFlow } from "../flows/oauth/device.js";
export type {
  DeviceCode,
  DeviceFlow,
  DeviceOptions,
  DeviceRequest,
  DeviceSignIn,
} from "../flows/oauth/device.js";
