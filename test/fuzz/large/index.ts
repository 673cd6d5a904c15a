import { places } from "./places.js";
import type { Shape } from "./requests.js";
import type { Site } from "./site.js";
import { structures } from "./structures.js";

/** A request of one mebibyte, made again each time: a body can be read only once. */
export interface LargeCase {
  readonly name: string;
  readonly make: () => Request;
}
export function largeCases(site: Site, shapes: readonly Shape[]): LargeCase[] {
  const filled = Object.entries(places).flatMap(([place, make]) =>
    shapes.map((shape) => ({
      name: `${JSON.stringify(shape)} in ${place}`,
      make: () => make(site, shape),
    })),
  );
  const built = Object.entries(structures).map(([name, make]) => ({
    name,
    make: () => make(site, "["),
  }));
  return [...filled, ...built];
}
