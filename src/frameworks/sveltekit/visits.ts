import type { Engine } from "../../engine/index.js";
import type { Session } from "../../types/session.js";
import { callable } from "../visit/callable.js";
import { statusOf } from "../visit/status.js";
import type { LocalsAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { isHostTrusted } from "./host.js";
import type { KitEvent } from "./kit.js";

/** A visit, and what its response must be whatever the application makes of it. */
export interface Course {
  readonly visit: Visit;
  /** Where an action of the library sends the browser. */
  departure?: string;
  /** It was asked who is signed in, and that can not be known now. */
  unknown: boolean;
}

const courses = new WeakMap<LocalsAuth, Course>();

export function begin(event: KitEvent, engine: Engine): Course {
  const { request, url } = event;
  const { method, headers } = request;
  const hostTrusted = isHostTrusted(event);
  const ip = () => addressOf(event);
  const visit = createVisit(engine, { method, headers, url, path: url.pathname, hostTrusted, ip });
  const course: Course = { visit, unknown: false };
  event.locals.auth = localsAuth(course);
  courses.set(event.locals.auth, course);
  return course;
}

/** Some adapters do not know the address, and say so by throwing. */
function addressOf(event: KitEvent): string | undefined {
  try {
    return event.getClientAddress();
  } catch {
    return undefined;
  }
}

function localsAuth(course: Course): LocalsAuth {
  const { auth } = course.visit;
  const read = async (): Promise<Session | null> => {
    try {
      return await auth.session();
    } catch (error) {
      course.unknown ||= statusOf(error) === 503;
      throw error;
    }
  };
  return callable(auth, read);
}

/** What `handle` began. */
export function courseOf({ locals }: { readonly locals: Partial<App.Locals> }): Course {
  const course = locals.auth && courses.get(locals.auth);
  if (course) return course;
  throw new Error("There is no sign-in here yet: `handle` of SvelteKitAuth must come before.");
}
