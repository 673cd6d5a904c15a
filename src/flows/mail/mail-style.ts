import type { MailColours } from "./mail-colours.js";

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

export type MailStyles = Readonly<Record<keyof ReturnType<typeof mailStyles>, string>>;

/** Styles by part. Many mail programs keep only what stands in the markup itself. */
export function mailStyles(colours: MailColours) {
  const { canvas, surface, raised, line, text, muted, button, buttonText } = colours;
  const base = `margin:0;font-family:${sans};`;
  return {
    body: `margin:0;padding:0;background-color:${canvas};`,
    canvas: `background-color:${canvas};`,
    edge: "padding:32px 16px;",
    card: `width:100%;max-width:480px;background-color:${surface};border:1px solid ${line};border-radius:12px;`,
    content: "padding:32px 28px;",
    host: `${base}padding-top:4px;font-size:14px;line-height:21px;color:${muted};overflow-wrap:anywhere;`,
    title: `${base}font-size:24px;line-height:32px;font-weight:650;color:${text};overflow-wrap:anywhere;`,
    paragraph: `${base}padding-top:20px;font-size:16px;line-height:24px;color:${text};`,
    code: `margin:12px 0 0;padding:16px 0 16px 10px;font-family:${mono};font-size:34px;line-height:40px;font-weight:600;letter-spacing:10px;text-align:center;color:${text};background-color:${raised};border:1px solid ${line};border-radius:8px;`,
    buttonTable: "margin-top:12px;",
    buttonCell: `background-color:${button};border-radius:8px;text-align:center;`,
    button: `display:block;padding:14px 24px;font-family:${sans};font-size:16px;line-height:20px;font-weight:600;color:${buttonText};text-decoration:none;border-radius:8px;`,
    small: `${base}padding-top:16px;font-size:14px;line-height:21px;color:${muted};`,
    link: `color:${muted};overflow-wrap:anywhere;word-break:break-all;`,
    rule: `height:1px;margin-top:24px;font-size:0;line-height:1px;background-color:${line};`,
  };
}

/** The rules that recolour each part where the reader prefers dark. */
export function darkRules(colours: MailColours): string {
  const { canvas, surface, raised, line, text, muted, button, buttonText } = colours;
  const rules = [
    `.canvas{background-color:${canvas}!important}`,
    `.card{background-color:${surface}!important;border-color:${line}!important}`,
    `.text{color:${text}!important}`,
    `.muted{color:${muted}!important}`,
    `.code{color:${text}!important;background-color:${raised}!important;border-color:${line}!important}`,
    `.cell{background-color:${button}!important}`,
    `.button{color:${buttonText}!important}`,
    `.rule{background-color:${line}!important}`,
  ];
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}
