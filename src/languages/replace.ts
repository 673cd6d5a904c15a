import { isRecord } from "../json.js";

/**
 * Texts with others in their place. What is of another kind than the text it is for is not used, since not
 * every configuration is checked by a compiler; lists by name, such as those of errors, may grow.
 */
export function replaceTexts(texts: unknown, others: unknown): unknown {
  if (isRecord(texts) && isRecord(others)) {
    const added = Object.entries(others).map(([name, other]): [string, unknown] => [
      name,
      Object.hasOwn(texts, name) ? replaceTexts(texts[name], other) : other,
    ]);
    return { ...texts, ...Object.fromEntries(added) };
  }
  return typeof others === typeof texts && !isRecord(texts) ? others : texts;
}

/** Whether a value has everything that a model has, each of the same kind. */
export function isLike<Model>(value: unknown, model: Model): value is Model {
  if (!isRecord(model)) return typeof value === typeof model;
  return (
    isRecord(value) && Object.entries(model).every(([name, part]) => isLike(value[name], part))
  );
}
