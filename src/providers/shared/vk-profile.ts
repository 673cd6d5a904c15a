/** No or yes. */
export type VkFlag = 0 | 1;

/** A city or a country. */
export interface VkPlace {
  id: number;
  title: string;
}

export interface VkCareer {
  group_id?: number;
  company?: string;
  country_id?: number;
  city_id?: number;
  city_name?: string;
  from?: number;
  until?: number;
  position?: string;
}

/** A rectangle, in percent of the picture. */
export interface VkRectangle {
  x: number;
  y: number;
  x2: number;
  y2: number;
}

export interface VkPhoto {
  album_id: number;
  date: number;
  id: number;
  owner_id: number;
  has_tags: boolean;
  access_key?: string;
  height?: number;
  images?: {
    height?: number;
    width?: number;
    url?: string;
    type?: "p" | "q" | "x" | "y" | "s" | "r" | "m" | "l" | "o" | "z" | "w";
  }[];
  lat?: number;
  long?: number;
  photo_256?: string;
  can_comment?: VkFlag;
  place?: string;
  post_id?: number;
  sizes?: { height: number; width: number; url: string; src?: string; type: VkPhotoSize }[];
  text?: string;
  user_id?: number;
  width?: number;
}

export type VkPhotoSize =
  | "max"
  | "d"
  | "e"
  | "k"
  | "n"
  | "p"
  | "q"
  | "x"
  | "y"
  | "a"
  | "b"
  | "i"
  | "s"
  | "g"
  | "r"
  | "m"
  | "l"
  | "o"
  | "z"
  | "w"
  | "c"
  | "j"
  | "temp"
  | "h"
  | "f";

/** The track that a user shows as their status. */
export interface VkStatusAudio {
  artist: string;
  id: number;
  owner_id: number;
  title: string;
  duration: number;
  access_key?: string;
  album_id?: number;
  date?: number;
  genre_id?: number;
  performer?: string;
  url?: string;
}

/** Personal views, by the numbers of the platform's documentation. */
export interface VkPersonal {
  alcohol?: 1 | 2 | 3 | 4 | 5;
  inspired_by?: string;
  langs?: string[];
  life_main?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  people_main?: 1 | 2 | 3 | 4 | 5 | 6;
  political?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  religion?: string;
  smoking?: 1 | 2 | 3 | 4 | 5;
}

export interface VkRelationPartner {
  id: number;
  first_name: string;
  last_name: string;
  can_access_closed?: boolean;
  deactivated?: string;
  hidden?: number;
  is_closed?: boolean;
}

export interface VkRelative {
  id?: number;
  name?: string;
  type: "parent" | "child" | "grandparent" | "grandchild" | "sibling";
}

export interface VkSchool {
  city?: number;
  class?: string;
  country?: number;
  id?: string;
  name?: string;
  speciality?: string;
  type?: number;
  type_str?: string;
  year_from?: number;
  year_graduated?: number;
  year_to?: number;
}

export interface VkUniversity {
  chair?: number;
  chair_name?: string;
  city?: number;
  country?: number;
  education_form?: string;
  education_status?: string;
  faculty?: number;
  faculty_name?: string;
  graduation?: number;
  id?: number;
  name?: string;
  university_group_id?: number;
}

export interface VkMilitary {
  country_id: number;
  unit: string;
  unit_id: number;
  from?: number;
  until?: number;
}

export interface VkEducation {
  university?: number;
  university_name?: string;
  faculty?: number;
  faculty_name?: string;
  graduation?: number;
}

/** Counters of a user's items. */
export type VkCounters = Partial<
  Record<
    | "albums"
    | "audios"
    | "followers"
    | "friends"
    | "groups"
    | "mutual_friends"
    | "notes"
    | "online_friends"
    | "pages"
    | "photos"
    | "user_videos"
    | "videos",
    number
  >
>;

/**
 * A user, as returned by `users.get`. Most members are included only if the `fields` of the request
 * name them; `email` comes from the token response.
 */
export interface VkProfile {
  id: number;
  first_name: string;
  last_name: string;
  photo_100: string;
  can_access_closed: boolean;
  is_closed: boolean;
  about?: string;
  activities?: string;
  bdate?: string;
  books?: string;
  deactivated?: string;
  domain?: string;
  email?: string;
  games?: string;
  home_town?: string;
  interests?: string;
  maiden_name?: string;
  movies?: string;
  music?: string;
  nickname?: string;
  photo_200?: string;
  photo_200_orig?: string;
  photo_400?: string;
  photo_400_orig?: string;
  photo_50?: string;
  photo_id?: string;
  photo_max?: string;
  photo_max_orig?: string;
  quotes?: string;
  screen_name?: string;
  site?: string;
  status?: string;
  tv?: string;
  first_name_nom?: string;
  first_name_gen?: string;
  first_name_dat?: string;
  first_name_acc?: string;
  first_name_ins?: string;
  first_name_abl?: string;
  last_name_nom?: string;
  last_name_gen?: string;
  last_name_dat?: string;
  last_name_acc?: string;
  last_name_ins?: string;
  last_name_abl?: string;
  common_count?: number;
  followers_count?: number;
  online_app?: number;
  timezone?: number;
  blacklisted?: VkFlag;
  blacklisted_by_me?: VkFlag;
  can_post?: VkFlag;
  can_see_all_posts?: VkFlag;
  can_see_audio?: VkFlag;
  can_send_friend_request?: VkFlag;
  can_write_private_message?: VkFlag;
  has_mobile?: VkFlag;
  has_photo?: VkFlag;
  is_favorite?: VkFlag;
  is_friend?: VkFlag;
  is_hidden_from_feed?: VkFlag;
  is_no_index?: VkFlag;
  online?: VkFlag;
  online_mobile?: VkFlag;
  trending?: VkFlag;
  verified?: VkFlag;
  friend_status?: 0 | 1 | 2 | 3;
  relation?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  sex?: 0 | 1 | 2;
  wall_default?: "all" | "owner";
  career?: VkCareer;
  city?: VkPlace;
  connections?: Partial<
    Record<"facebook" | "instagram" | "livejournal" | "skype" | "twitter", string>
  >;
  contacts?: { home_phone?: string; mobile_phone?: string };
  counters?: VkCounters;
  country?: VkPlace;
  crop_photo?: { crop?: VkRectangle; photo?: VkPhoto; rect?: VkRectangle };
  education?: VkEducation;
  exports?: Partial<Record<"facebook" | "instagram" | "livejournal" | "twitter", number>>;
  last_seen?: { platform?: 1 | 2 | 3 | 4 | 5 | 6 | 7; time?: number };
  military?: VkMilitary;
  occupation?: { id?: number; name?: string; type?: "work" | "school" | "university" };
  personal?: VkPersonal;
  relation_partner?: VkRelationPartner;
  relatives?: VkRelative[];
  schools?: VkSchool[];
  status_audio?: VkStatusAudio;
  universities?: VkUniversity[];
}
