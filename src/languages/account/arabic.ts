import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page in Arabic. */
export const arabic: AccountMessages = {
  title: "حسابك",
  signedInAs: (who) => `أنت مسجّل الدخول باسم ${who}.`,
  nameless: "شخص بلا اسم",
  ways: {
    title: "طرق تسجيل الدخول",
    mail: "رابط بالبريد الإلكتروني",
    mailNote: (email) => `من يستطيع قراءة بريد \u2068${email}\u2069 يستطيع تسجيل الدخول به.`,
    password: "كلمة المرور",
    passwordChange: "تغيير",
    passwordSet: "تعيين كلمة مرور",
    passwordNone: "ليس لديك كلمة مرور بعد.",
    remove: "إزالة",
    removeLabel: (name) => `إزالة ${name}`,
    last: "هذه هي الطريقة الوحيدة المتبقية لتسجيل الدخول، لذا لا يمكن إزالتها.",
    add: (name) => `إضافة ${name}`,
  },
  passkeys: {
    title: "مفاتيح المرور",
    none: "ليس لديك أي مفتاح مرور بعد. به تسجّل الدخول ببصمتك أو وجهك أو قفل الشاشة.",
    synced: "مفتاح مرور على عدة أجهزة",
    single: "مفتاح مرور على جهاز واحد",
    add: "إضافة مفتاح مرور",
    needsScript: "تحتاج إضافة مفتاح مرور إلى JavaScript.",
  },
  devices: {
    title: "أين سجّلت الدخول",
    current: "هذا الجهاز",
    seen: (time) => `آخر نشاط: ${time}`,
    name: (browser, system) => `\u2068${browser}\u2069 على \u2068${system}\u2069`,
    unknown: "متصفح غير معروف",
    unknownOn: (system) => `متصفح على \u2068${system}\u2069`,
    end: "تسجيل الخروج",
    endLabel: (name) => `تسجيل الخروج من ${name}`,
    endOthers: "تسجيل الخروج من الأجهزة الأخرى",
  },
  question: {
    title: "هل هذا حسابك أيضًا؟",
    intro: (provider, site) =>
      `سجّلت الدخول عبر \u2068${provider}\u2069، وحسابك في \u2068${site}\u2069 له عنوان البريد الإلكتروني نفسه. إن كان كلاهما لك، فيمكنك من الآن فصاعدًا تسجيل الدخول بأيّ منهما.`,
    yes: (provider) => `نعم، أضف ${provider}`,
    passkeyIntro: (site) =>
      `أنشأت مفتاح مرور لعنوان بريد إلكتروني له حساب في \u2068${site}\u2069 بالفعل. إن كنت أنت من فعل ذلك، فيمكنك من الآن فصاعدًا تسجيل الدخول به.`,
    passkeyYes: "نعم، أضف مفتاح المرور",
    no: "لا، اتركه كما هو",
  },
  leave: { signOut: "تسجيل الخروج", home: "العودة إلى الموقع" },
  remove: {
    summary: "حذف حسابي",
    warning: "لا يمكن التراجع عن ذلك: سيُحذف حسابك وكل ما يتيح لك الدخول إليه.",
    confirm: "نعم، احذف حسابي",
    button: "حذف حسابي",
  },
  done: {
    unlink: "تمت الإزالة. لم يعد بإمكان أحد الدخول بهذه الطريقة.",
    "remove-passkey": "أُزيل مفتاح المرور. احذفه من جهازك أيضًا.",
    "end-session": "تم تسجيل الخروج من ذلك الجهاز.",
    "end-others": "تم تسجيل الخروج من جميع الأجهزة الأخرى.",
  },
  errors: {
    LastWay: "هذه هي الطريقة الوحيدة المتبقية لتسجيل الدخول. أضف طريقة أخرى أولًا.",
    NotFound: "لم يعد ذلك موجودًا.",
    NotAllowed: "لا يمكنك فعل ذلك هنا. اسأل القائمين على الموقع.",
  },
  errorDefault: "لم ينجح ذلك. حاول مرة أخرى.",
};
