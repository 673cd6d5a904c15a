/** Stands in for a mail server: the mail is printed where the application was started. */
export function printMail({ to, text }: { to: string; text: string }) {
  console.log(`\nMail to ${to}:\n${text}\n`);
  return Promise.resolve({ accepted: [to] });
}
