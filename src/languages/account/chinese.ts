import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page in Chinese, in simplified characters. */
export const chinese: AccountMessages = {
  title: "您的账号",
  signedInAs: (who) => `您当前登录的身份是 ${who}。`,
  nameless: "未命名用户",
  ways: {
    title: "登录方式",
    mail: "邮件链接",
    mailNote: (email) => `能查看 ${email} 邮件的人都可以用它登录。`,
    password: "密码",
    passwordChange: "修改",
    passwordSet: "设置密码",
    passwordNone: "您还没有设置密码。",
    remove: "移除",
    removeLabel: (name) => `移除 ${name}`,
    last: "这是仅剩的登录方式，因此无法移除。",
    add: (name) => `添加 ${name}`,
  },
  passkeys: {
    title: "通行密钥",
    none: "您还没有通行密钥。有了它，您可以用指纹、面容或屏幕锁登录。",
    synced: "多台设备上的通行密钥",
    single: "单台设备上的通行密钥",
    add: "添加通行密钥",
    needsScript: "添加通行密钥需要 JavaScript。",
  },
  devices: {
    title: "已登录的设备",
    current: "此设备",
    seen: (time) => `最近使用：${time}`,
    name: (browser, system) => `${system} 上的 ${browser}`,
    unknown: "未知浏览器",
    unknownOn: (system) => `${system} 上的浏览器`,
    end: "退出登录",
    endLabel: (name) => `让 ${name} 退出登录`,
    endOthers: "退出其他所有设备",
  },
  question: {
    title: "这也是您的账号吗？",
    intro: (provider, site) =>
      `您通过 ${provider} 登录，而您在 ${site} 的账号使用同一个邮箱地址。如果两者都属于您，今后用其中任何一个都可以登录。`,
    yes: (provider) => `是的，添加 ${provider}`,
    passkeyIntro: (site) =>
      `您用一个在 ${site} 已有账号的邮箱地址创建了通行密钥。如果是您本人操作，今后可以用它登录。`,
    passkeyYes: "是的，添加通行密钥",
    no: "不，保持原样",
  },
  leave: { signOut: "退出登录", home: "返回网站" },
  remove: {
    summary: "删除我的账号",
    warning: "此操作无法撤销：您的账号及其所有登录方式都会被删除。",
    confirm: "是的，删除我的账号",
    button: "删除我的账号",
  },
  done: {
    unlink: "已移除。任何人都无法再用这种方式登录。",
    "remove-passkey": "通行密钥已移除。请在您的设备上也将其删除。",
    "end-session": "该设备已退出登录。",
    "end-others": "其他所有设备都已退出登录。",
  },
  errors: {
    LastWay: "这是仅剩的登录方式。请先添加另一种。",
    NotFound: "该项已不存在。",
    NotAllowed: "您无法在此进行该操作。请咨询网站管理者。",
  },
  errorDefault: "操作未成功。请重试。",
};
