/**
 * A client as one for another database is: its provider has the other name, and it runs no SQL. What
 * it answers comes from the database it is on.
 */
export function asOther(prisma, provider) {
  const refuse = (name) => () => {
    throw new Error(`${name} isn't for ${provider}`);
  };
  return new Proxy(prisma, {
    get(target, name) {
      if (name === "_activeProvider") return provider;
      if (/^\$(?:query|execute)Raw/.test(String(name))) return refuse(name);
      if (name === "$transaction") {
        return (work, options) =>
          target.$transaction((within) => work(asOther(within, provider)), options);
      }
      return Reflect.get(target, name, target);
    },
  });
}
