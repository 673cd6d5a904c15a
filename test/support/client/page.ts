import { pageSession, signIn, signOut } from "latchkey/client";
import { useSession as useSolid } from "latchkey/solid";
import { useSession as useVue } from "latchkey/vue";
import { createEffect } from "solid-js";
import { render } from "solid-js/web";
import { mount, unmount } from "svelte";
import { createApp, h } from "vue";
import { textOf } from "./text.js";
import Line from "./line.svelte";

/** Three components that show the session; what is answered takes them away. */
type Show = (root: Element) => () => void;

const three = [1, 2, 3];

const kinds: Record<string, Show> = {
  plain(root) {
    const session = pageSession();
    const lines = three.map(() => root.appendChild(document.createElement("li")));
    const show = () => lines.forEach((line) => (line.textContent = textOf(session.get())));
    show();
    return session.subscribe(show);
  },
  svelte(root) {
    const lines = three.map(() => mount(Line, { target: root }));
    return () => void lines.map((line) => unmount(line));
  },
  vue(root) {
    const line = {
      setup() {
        const { data, status } = useVue();
        return () => h("li", textOf({ data: data.value, status: status.value }));
      },
    };
    const app = createApp(() => three.map(() => h(line)));
    app.mount(root);
    return () => app.unmount();
  },
  solid: (root) => render(() => three.map(solidLine), root),
};

function solidLine(): Element {
  const session = useSolid();
  const line = document.createElement("li");
  createEffect(() => (line.textContent = textOf(session())));
  return line;
}

const kind = new URLSearchParams(location.search).get("kind") ?? "";
const root = document.body.appendChild(document.createElement("ul"));
const remove = kinds[kind]?.(root);
Object.assign(window, { client: { signIn, signOut, remove, update: pageSession().update } });
