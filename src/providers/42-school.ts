import type { IdOr, IdOrProfile } from "../types/infer.js";
import type { OAuth2Config, OAuthUserConfig } from "../types/providers.js";
import { oauth } from "./shared/oauth.js";

/** The public part of a user. */
export interface UserData {
  id: number;
  email: string;
  login: string;
  first_name: string;
  last_name: string;
  usual_full_name: string | null;
  usual_first_name: string | null;
  displayname: string;
  url: string;
  phone: string | null;
  kind: string;
  image: Image;
  "staff?": boolean;
  correction_point: number;
  pool_month: string | null;
  pool_year: string | null;
  location: string | null;
  wallet: number;
  anonymize_date: string | null;
  created_at: string;
  updated_at: string;
  "alumni?": boolean;
  "active?": boolean;
  /** In older responses, which lack `image`, `alumni?` and `active?`. */
  image_url?: string | null;
  alumni?: boolean;
  "is_launched?"?: boolean;
}

/** A user's picture, in several sizes. */
export interface Image {
  link: string | null;
  versions: { large: string; medium: string; small: string; micro: string } | null;
}

/** A course that the user takes. */
export interface CursusUser {
  id: number;
  grade: string | null;
  level: number;
  skills: { id: number; name: string; level: number }[];
  blackholed_at: string | null;
  begin_at: string;
  end_at: string | null;
  cursus_id: number;
  has_coalition: boolean;
  created_at: string;
  updated_at: string;
  user: UserData;
  cursus: { id: number; created_at: string; name: string; slug: string };
}

/** A project that the user works on. */
export interface ProjectUser {
  id: number;
  occurrence: number;
  final_mark: number | null;
  /** Such as `in_progress` or `finished`. */
  status: string;
  "validated?": boolean | null;
  current_team_id: number | null;
  project: { id: number; name: string; slug: string; parent_id: number | null };
  cursus_ids: number[];
  marked_at: string | null;
  marked: boolean;
  retriable_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface Achievement {
  id: number;
  name: string;
  description: string;
  /** Such as `none`, `easy` or `challenge`. */
  tier: string;
  /** Such as `project`, `scolarity` or `pedagogy`. */
  kind: string;
  visible: boolean;
  image: string | null;
  nbr_of_success: number | null;
  users_url: string;
}

/** A language that the user speaks, in order of preference. */
export interface LanguagesUser {
  id: number;
  language_id: number;
  user_id: number;
  position: number;
  created_at: string;
}

/** A title of the user. */
export interface TitlesUser {
  id: number;
  user_id: number;
  title_id: number;
  selected: boolean;
  created_at: string;
  updated_at: string;
}

/** The user's level in a subject. */
export interface ExpertisesUser {
  id: number;
  expertise_id: number;
  interested: boolean;
  value: number;
  contact_me: boolean;
  created_at: string;
  user_id: number;
}

/** A school. */
export interface Campus {
  id: number;
  name: string;
  time_zone: string;
  language: {
    id: number;
    name: string;
    identifier: string;
    created_at: string;
    updated_at: string;
  };
  users_count: number;
  vogsphere_id: number | null;
  country: string;
  address: string;
  zip: string;
  city: string;
  website: string;
  facebook: string;
  twitter: string;
  active: boolean;
  email_extension: string | null;
  default_hidden_phone: boolean;
}

/** The user's campus. */
export interface CampusUser {
  id: number;
  user_id: number;
  campus_id: number;
  is_primary: boolean;
  created_at: string;
  updated_at: string;
}

/** A user, as returned by `GET /v2/me`. */
export interface FortyTwoProfile extends UserData {
  groups: { id: number; name: string }[];
  cursus_users: CursusUser[];
  projects_users: ProjectUser[];
  languages_users: LanguagesUser[];
  achievements: Achievement[];
  titles: { id: number; name: string }[];
  titles_users: TitlesUser[];
  partnerships: unknown[];
  patroned: unknown[];
  patroning: unknown[];
  expertises_users: ExpertisesUser[];
  roles: { id: number; name: string }[];
  campus: Campus[];
  campus_users: CampusUser[];
}

/**
 * Signs users in with their account at a 42 school.
 *
 * ```ts
 * import FortyTwo from "latchkey/providers/42-school";
 *
 * providers: [FortyTwo]; // with AUTH_42_SCHOOL_ID and AUTH_42_SCHOOL_SECRET
 * ```
 *
 * Callback URL to register: `https://example.com/auth/callback/42-school`
 *
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 */
export default function FortyTwo<const Id extends IdOrProfile = "42-school">(
  options: OAuthUserConfig<FortyTwoProfile, Id> = {},
): OAuth2Config<FortyTwoProfile, IdOr<Id, "42-school">> {
  return {
    id: "42-school",
    name: "42 School",
    ...oauth,
    authorization: {
      url: "https://api.intra.42.fr/oauth/authorize",
      params: { scope: "public" },
    },
    token: "https://api.intra.42.fr/oauth/token",
    userinfo: "https://api.intra.42.fr/v2/me",
    profile: (profile) => ({
      id: String(profile.id),
      name: profile.usual_full_name ?? profile.displayname,
      email: profile.email,
      image: profile.image.link,
    }),
    style: { brandColor: "#00babc" },
    options,
  };
}
