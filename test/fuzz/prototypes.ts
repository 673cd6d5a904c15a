const watched: readonly (readonly [string, object])[] = [
  ["Object", Object.prototype],
  ["Array", Array.prototype],
  ["Function", Function.prototype],
  ["String", String.prototype],
  ["Number", Number.prototype],
  ["Boolean", Boolean.prototype],
  ["RegExp", RegExp.prototype],
  ["Map", Map.prototype],
  ["Promise", Promise.prototype],
  ["Error", Error.prototype],
];

/** What stands in a prototype, by name: values are compared by identity. */
const contentOf = (prototype: object) => Object.getOwnPropertyDescriptors(prototype);

const before = watched.map(([name, prototype]) => ({
  name,
  prototype,
  content: Object.entries(contentOf(prototype)),
  size: Reflect.ownKeys(prototype).length,
}));

/** The prototypes that are no longer what they were when this file was loaded. */
export function changedPrototypes(): string[] {
  return before.filter(isChanged).map(({ name }) => name);
}

function isChanged({ prototype, content, size }: (typeof before)[number]): boolean {
  if (Reflect.ownKeys(prototype).length !== size) return true;
  return content.some(([key, { value, get, set }]) => {
    const now = Object.getOwnPropertyDescriptor(prototype, key);
    return now === undefined || now.value !== value || now.get !== get || now.set !== set;
  });
}
