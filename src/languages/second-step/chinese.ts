import type { SecondStepMessages } from "../../types/second-step-messages.js";
import { durationIn } from "../duration.js";

const duration = durationIn("zh");

/** The texts of the pages on second steps in Chinese, in simplified characters. */
export const chinese: SecondStepMessages = {
  ask: {
    title: "还差一步",
    intro: "请输入身份验证器应用当前显示的验证码。",
    label: "验证码",
    hint: "六位数字，每半分钟更换一次。",
    button: "继续",
    toRecovery: "改用恢复代码",
  },
  recovery: {
    title: "使用恢复代码",
    intro: "请输入您在开启两步验证时保存的任意一个恢复代码。",
    label: "恢复代码",
    hint: "每个代码只能使用一次。",
    toApp: "改用应用",
  },
  passkeyOnly: {
    title: "还差一步",
    intro: "请用您的通行密钥确认是您本人。",
  },
  remember: (days) => `${duration(days * 24 * 60)}内不再在此浏览器中询问`,
  rememberHours: (hours) => `${duration(hours * 60)}内不再在此浏览器中询问`,
  otherWay: "换一种方式登录",
  setUp: {
    title: "设置身份验证器应用",
    replaceTitle: "设置另一个应用",
    intro: "设置完成后，登录时还需要输入应用中的验证码。",
    must: "本站要求使用两步验证，设置只需一分钟。",
    replaces: "您现在使用的应用以及恢复代码将在本站失效。",
    scan: "请用应用扫描此二维码。",
    picture: "用于身份验证器应用的二维码",
    byHand: "或在应用中输入此密钥：",
    onPhone: "或在此设备上打开",
    label: "应用显示的验证码",
    button: "开启",
    replaceButton: "今后使用此应用",
    back: "返回",
  },
  codes: {
    title: "请保存这些代码",
    intro:
      "如果手机丢失，可以用其中一个代码登录。每个代码只能使用一次，且不会再次显示：请打印出来，或存入密码管理器。",
    list: "恢复代码",
    button: "我已保存",
  },
  settings: {
    title: "两步验证",
    on: "两步验证已开启。登录时需要应用中的验证码。",
    off: "两步验证已关闭。开启后，仅凭您的密码或邮箱，任何人都无法登录。",
    left: (count) => `还剩 ${count} 个恢复代码。`,
    turnOn: "设置应用",
    replace: "设置另一个应用",
    newCodes: "生成新的恢复代码",
    turnOff: "关闭",
    required: "本站要求使用两步验证，因此无法关闭。",
    back: "返回网站",
  },
  errors: {
    SecondStepWrong: "验证码不正确或已被使用。请等待下一个验证码后重试。",
    SetUpExpired: "此页面打开时间过长。请扫描下方的新二维码。",
    SecondStepChanged: "同一时间有其他更改。请再试一次。",
    SecondStepRequired: "本站要求使用两步验证，无法关闭。",
  },
  recoveryWrong: "这不是您的恢复代码，或已被使用。请再检查一遍。",
  errorDefault: "出了点问题。请再试一次。",
};
