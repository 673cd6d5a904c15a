import type { NoticeMessages } from "../../types/notice-messages.js";

/** The mails that tell the owner of an account what was done to it, in Arabic. */
export const arabic: NoticeMessages = {
  passwordChanged: {
    subject: (site) => `تم تغيير كلمة مرورك في ${site}`,
    title: "تم تغيير كلمة مرورك",
    said: (site) =>
      `من الآن فصاعدًا تسجّل الدخول إلى ${site} بالكلمة الجديدة. تم تسجيل الخروج من جميع الأجهزة الأخرى.`,
  },
  secondStepOn: {
    subject: (site) => `الخطوة الثانية مفعّلة في ${site}`,
    title: "الخطوة الثانية مفعّلة",
    said: (site) => `من الآن فصاعدًا يتطلّب تسجيل الدخول إلى ${site} رمزًا من تطبيق المصادقة.`,
  },
  secondStepReplaced: {
    subject: (site) => `لديك تطبيق مصادقة آخر في ${site}`,
    title: "لديك تطبيق مصادقة آخر",
    said: (site) =>
      `يتطلّب تسجيل الدخول إلى ${site} رمزًا من التطبيق الجديد. لم يعد التطبيق السابق ورموز استرداده تعمل.`,
  },
  secondStepCodes: {
    subject: (site) => `لديك رموز استرداد جديدة في ${site}`,
    title: "لديك رموز استرداد جديدة",
    said: (site) => `لم تعد رموز الاسترداد السابقة في ${site} تعمل.`,
  },
  secondStepOff: {
    subject: (site) => `تم إيقاف الخطوة الثانية في ${site}`,
    title: "تم إيقاف الخطوة الثانية",
    said: (site) => `لم يعد تسجيل الدخول إلى ${site} يتطلّب رمزًا.`,
  },
  yours: "هل كنت أنت؟ إذن لا داعي لفعل شيء.",
  notYou:
    "لم تكن أنت؟ إذن يستطيع شخص آخر الدخول. سجّل الدخول أو اطلب كلمة مرور جديدة، ثم تراجع عن التغيير:",
  button: "عرض حسابي",
};
