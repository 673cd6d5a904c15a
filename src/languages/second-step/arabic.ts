import type { SecondStepMessages } from "../../types/second-step-messages.js";

const plural = new Intl.PluralRules("ar");

/** The forms of a noun by how many there are: one, two, 3 to 10, 11 to 99, hundreds. */
interface Noun {
  readonly one: string;
  readonly two: string;
  readonly few: string;
  readonly many: string;
  readonly other: string;
}

const day: Noun = { one: "يوم واحد", two: "يومين", few: "أيام", many: "يومًا", other: "يوم" };
const hour: Noun = { one: "ساعة واحدة", two: "ساعتين", few: "ساعات", many: "ساعة", other: "ساعة" };

function counted(count: number, noun: Noun): string {
  const form = plural.select(count);
  if (form === "one" || form === "two") return noun[form];
  return `${count} ${noun[form === "zero" ? "other" : form]}`;
}

function codesLeft(count: number): string {
  if (count === 0) return "لم يتبقَّ لديك أي رمز استرداد.";
  if (count === 1) return "تبقّى لديك رمز استرداد واحد.";
  if (count === 2) return "تبقّى لديك رمزا استرداد.";
  return `تبقّى لديك ${count} ${plural.select(count) === "few" ? "رموز" : "رمز"} استرداد.`;
}

/** The texts of the pages on second steps in Arabic. */
export const arabic: SecondStepMessages = {
  ask: {
    title: "خطوة أخرى",
    intro: "اكتب الرمز الذي يعرضه تطبيق المصادقة الآن.",
    label: "الرمز",
    hint: "ستة أرقام تتغيّر كل نصف دقيقة.",
    button: "متابعة",
    toRecovery: "استخدام رمز استرداد بدلًا من ذلك",
  },
  recovery: {
    title: "استخدام رمز استرداد",
    intro: "اكتب أحد الرموز التي احتفظت بها عند تفعيل الخطوة الثانية.",
    label: "رمز الاسترداد",
    hint: "يعمل كل رمز مرة واحدة.",
    toApp: "استخدام التطبيق بدلًا من ذلك",
  },
  passkeyOnly: {
    title: "خطوة أخرى",
    intro: "أثبت هويتك بمفتاح المرور.",
  },
  remember: (days) => `عدم السؤال مجددًا في هذا المتصفح لمدة ${counted(days, day)}`,
  rememberHours: (hours) => `عدم السؤال مجددًا في هذا المتصفح لمدة ${counted(hours, hour)}`,
  otherWay: "تسجيل الدخول بطريقة أخرى",
  setUp: {
    title: "إعداد تطبيق المصادقة",
    replaceTitle: "إعداد تطبيق آخر",
    intro: "بعد ذلك يتطلّب تسجيل الدخول رمزًا من التطبيق أيضًا.",
    must: "يطلب منك هذا الموقع خطوة ثانية. يستغرق إعدادها دقيقة.",
    replaces: "سيتوقّف التطبيق الذي تستخدمه الآن عن العمل هنا، وكذلك رموز الاسترداد.",
    scan: "امسح هذا الرمز بالتطبيق.",
    picture: "رمز QR لتطبيق المصادقة",
    byHand: "أو اكتب هذا المفتاح في التطبيق:",
    onPhone: "أو افتحه على هذا الجهاز",
    label: "الرمز الذي يعرضه التطبيق",
    button: "تفعيل",
    replaceButton: "استخدام هذا التطبيق من الآن",
    back: "رجوع",
  },
  codes: {
    title: "احتفظ بهذه الرموز",
    intro:
      "إن فقدت هاتفك، فيمكنك الدخول بأحدها. يعمل كل رمز مرة واحدة. لن تُعرض مرة أخرى: اطبعها أو احفظها في مدير كلمات المرور.",
    list: "رموز الاسترداد",
    button: "احتفظت بها",
  },
  settings: {
    title: "الخطوة الثانية",
    on: "الخطوة الثانية مفعّلة. يتطلّب تسجيل الدخول رمزًا من تطبيقك.",
    off: "الخطوة الثانية غير مفعّلة. فعّلها، فلا يدخل أحد بكلمة مرورك أو بريدك وحدهما.",
    left: codesLeft,
    turnOn: "إعداد تطبيق",
    replace: "إعداد تطبيق آخر",
    newCodes: "إنشاء رموز استرداد جديدة",
    turnOff: "إيقاف",
    required: "يطلبها هذا الموقع، لذا لا يمكن إيقافها.",
    back: "العودة إلى الموقع",
  },
  errors: {
    SecondStepWrong: "هذا الرمز غير صحيح أو سبق استخدامه. انتظر الرمز التالي وحاول مرة أخرى.",
    SetUpExpired: "بقيت هذه الصفحة مفتوحة وقتًا طويلًا. امسح الرمز الجديد أدناه.",
    SecondStepChanged: "تغيّر شيء آخر في اللحظة نفسها. حاول مرة أخرى.",
    SecondStepRequired: "يطلب منك هذا الموقع خطوة ثانية. لا يمكن إيقافها.",
  },
  recoveryWrong: "هذا ليس من رموز الاسترداد لديك، أو سبق استخدامه. تحقّق منه مرة أخرى.",
  errorDefault: "حدث خطأ. حاول مرة أخرى.",
};
