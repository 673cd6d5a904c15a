import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in Chinese, in simplified characters. */
export const chinese: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `您在 ${site} 的密码已修改`,
    title: "您的密码已修改",
    said: (site) => `今后请用新密码登录 ${site}。其他所有设备都已退出登录。`,
  },
  secondStepOn: {
    subject: (site) => `${site} 的两步验证已开启`,
    title: "两步验证已开启",
    said: (site) => `今后登录 ${site} 时需要身份验证器应用中的验证码。`,
  },
  secondStepReplaced: {
    subject: (site) => `您在 ${site} 更换了身份验证器应用`,
    title: "您更换了身份验证器应用",
    said: (site) => `登录 ${site} 时需要新应用中的验证码。之前的应用及其恢复代码已失效。`,
  },
  secondStepCodes: {
    subject: (site) => `您在 ${site} 有了新的恢复代码`,
    title: "您有了新的恢复代码",
    said: (site) => `您之前在 ${site} 的恢复代码已失效。`,
  },
  secondStepOff: {
    subject: (site) => `${site} 的两步验证已关闭`,
    title: "两步验证已关闭",
    said: (site) => `登录 ${site} 时不再需要验证码。`,
  },
  yours: "是您本人操作？那么无需做任何事。",
  notYou: "不是您本人操作？那么别人可能已能登录您的账号。请登录或重新设置密码，并撤销此更改：",
  button: "查看我的账号",
};
