import { pageSession, signIn, signOut } from "latchkey/client";

const session = pageSession({ basePath: "/auth" });
const main = document.querySelector("main");

/** Asks the API. Who is signed in no more, is sent to sign in. */
async function ask(init?: RequestInit): Promise<Response> {
  const answer = await fetch("/api/notes", init);
  if (answer.status === 401) await signIn();
  return answer;
}

function button(label: string, act: () => Promise<unknown>): HTMLButtonElement {
  const made = document.createElement("button");
  made.append(label);
  made.addEventListener("click", () => void act());
  return made;
}

async function add(): Promise<void> {
  const headers = { "content-type": "application/json" };
  const text = prompt("What is it?");
  if (text) await ask({ method: "POST", headers, body: JSON.stringify({ text }) });
  await show();
}

async function show(): Promise<void> {
  const { data, status } = session.get();
  if (status === "loading") return;
  if (!data) {
    main?.replaceChildren(button("Sign in", () => signIn()));
    return;
  }
  const list = document.createElement("ul");
  const notes: unknown = await (await ask()).json();
  for (const note of Array.isArray(notes) ? notes : []) {
    list.appendChild(document.createElement("li")).append(String(note));
  }
  const hello = `Hello ${data.user?.name ?? "you"} `;
  main?.replaceChildren(hello, button("Sign out", signOut), list, button("Add a note", add));
}

session.subscribe(() => void show());
await show();
