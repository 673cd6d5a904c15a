import { describe, expect, it } from "vitest";
import type { VkProfile } from "./vk.js";
import VK from "./vk.js";

const required = {
  id: 66748,
  first_name: "Test",
  last_name: "User",
  photo_100: "https://sun1-2.userapi.com/1.jpg?ava=1",
  can_access_closed: true,
  is_closed: false,
} satisfies VkProfile;

const place = { id: 1, title: "Saint Petersburg" };
const rectangle = { x: 0, y: 0, x2: 100, y2: 100 };

/** `Required` makes the compiler refuse this sample when a member is missing from it. */
const complete: Required<VkProfile> = {
  ...required,
  about: "",
  activities: "",
  bdate: "1.1.1990",
  books: "",
  deactivated: "deleted",
  domain: "tuser",
  email: "test.user@example.com",
  games: "",
  home_town: "",
  interests: "",
  maiden_name: "",
  movies: "",
  music: "",
  nickname: "",
  photo_50: "",
  photo_200: "",
  photo_200_orig: "",
  photo_400: "",
  photo_400_orig: "",
  photo_id: "",
  photo_max: "",
  photo_max_orig: "",
  quotes: "",
  screen_name: "tuser",
  site: "",
  status: "",
  tv: "",
  first_name_nom: "",
  first_name_gen: "",
  first_name_dat: "",
  first_name_acc: "",
  first_name_ins: "",
  first_name_abl: "",
  last_name_nom: "",
  last_name_gen: "",
  last_name_dat: "",
  last_name_acc: "",
  last_name_ins: "",
  last_name_abl: "",
  common_count: 1,
  followers_count: 1,
  online_app: 1,
  timezone: 3,
  blacklisted: 0,
  blacklisted_by_me: 0,
  can_post: 1,
  can_see_all_posts: 1,
  can_see_audio: 1,
  can_send_friend_request: 1,
  can_write_private_message: 1,
  has_mobile: 1,
  has_photo: 1,
  is_favorite: 0,
  is_friend: 0,
  is_hidden_from_feed: 0,
  is_no_index: 0,
  online: 1,
  online_mobile: 1,
  trending: 0,
  verified: 0,
  friend_status: 3,
  relation: 8,
  sex: 2,
  wall_default: "owner",
  career: {
    group_id: 1,
    company: "",
    country_id: 1,
    city_id: 1,
    city_name: "",
    from: 2010,
    until: 2020,
    position: "",
  },
  city: place,
  country: place,
  connections: { facebook: "", instagram: "", livejournal: "", skype: "", twitter: "" },
  contacts: { home_phone: "", mobile_phone: "" },
  counters: {
    albums: 1,
    audios: 1,
    followers: 1,
    friends: 1,
    groups: 1,
    mutual_friends: 1,
    notes: 1,
    online_friends: 1,
    pages: 1,
    photos: 1,
    user_videos: 1,
    videos: 1,
  },
  crop_photo: {
    crop: rectangle,
    rect: rectangle,
    photo: {
      album_id: -6,
      date: 1,
      id: 1,
      owner_id: 1,
      has_tags: false,
      access_key: "",
      photo_256: "",
      place: "",
      text: "",
      height: 1,
      lat: 1,
      long: 1,
      post_id: 1,
      user_id: 1,
      width: 1,
      can_comment: 0,
      images: [{ height: 1, width: 1, url: "", type: "w" }],
      sizes: [{ height: 1, width: 1, url: "", src: "", type: "temp" }],
    },
  },
  education: { faculty: 1, graduation: 1, university: 1, faculty_name: "", university_name: "" },
  exports: { facebook: 1, instagram: 1, livejournal: 1, twitter: 1 },
  last_seen: { platform: 7, time: 1 },
  military: { country_id: 1, unit: "", unit_id: 1, from: 1, until: 1 },
  occupation: { id: 1, name: "", type: "university" },
  personal: {
    alcohol: 5,
    smoking: 5,
    life_main: 8,
    people_main: 6,
    political: 9,
    inspired_by: "",
    langs: ["English"],
    religion: "",
  },
  relation_partner: {
    id: 1,
    first_name: "",
    last_name: "",
    can_access_closed: true,
    deactivated: "",
    hidden: 1,
    is_closed: false,
  },
  relatives: [{ id: 1, name: "", type: "sibling" }],
  schools: [
    {
      city: 1,
      country: 1,
      type: 1,
      year_from: 1,
      year_graduated: 1,
      year_to: 1,
      class: "",
      id: "",
      name: "",
      speciality: "",
      type_str: "",
    },
  ],
  status_audio: {
    artist: "",
    duration: 1,
    id: 1,
    owner_id: 1,
    title: "",
    access_key: "",
    performer: "",
    url: "",
    album_id: 1,
    date: 1,
    genre_id: 1,
  },
  universities: [
    {
      chair: 1,
      city: 1,
      country: 1,
      faculty: 1,
      graduation: 1,
      id: 1,
      university_group_id: 1,
      chair_name: "",
      education_form: "",
      education_status: "",
      faculty_name: "",
      name: "",
    },
  ],
};

describe("the profile", () => {
  it("[VK-1] makes a user out of its required members", async () => {
    expect(await VK().profile?.(required, {})).toEqual({
      id: "66748",
      name: "Test User",
      email: null,
      image: "https://sun1-2.userapi.com/1.jpg?ava=1",
    });
  });

  it("[VK-2] [VK-3] may hold every optional text, number, flag, enumeration, object and list", async () => {
    expect(await VK().profile?.(complete, {})).toMatchObject({ email: "test.user@example.com" });
  });
});

describe("the version of the API", () => {
  it("[VK-5] is 5.126 in every address", () => {
    expect(VK()).toMatchObject({
      authorization: {
        url: "https://oauth.vk.com/authorize?v=5.126",
        params: { scope: "email" },
      },
      token: { url: "https://oauth.vk.com/access_token?v=5.126" },
      userinfo: { url: "https://api.vk.com/method/users.get?fields=photo_100&v=5.126" },
    });
  });

  it("[VK-5] is another one when the options name other addresses", () => {
    const addresses = {
      accessTokenUrl: "https://oauth.vk.com/access_token?v=5.199",
      authorizationUrl: "https://oauth.vk.com/authorize?response_type=code&v=5.199",
      profileUrl: "https://api.vk.com/method/users.get?fields=photo_100&v=5.199",
    };
    expect(VK(addresses)).toMatchObject({
      authorization: { url: addresses.authorizationUrl, params: { scope: "email" } },
      token: { url: addresses.accessTokenUrl },
      userinfo: { url: addresses.profileUrl },
    });
  });

  it("[VK-5] follows requestTokenUrl where accessTokenUrl is not given", () => {
    const requestTokenUrl = "https://oauth.vk.com/access_token?v=5.199";
    const accessTokenUrl = "https://oauth.vk.com/access_token?v=5.200";
    expect(VK({ requestTokenUrl })).toMatchObject({ token: { url: requestTokenUrl } });
    expect(VK({ requestTokenUrl, accessTokenUrl })).toMatchObject({
      token: { url: accessTokenUrl },
    });
  });

  it("keeps the scope that an authorization address names", () => {
    const authorizationUrl = "https://oauth.vk.com/authorize?v=5.199&scope=friends";
    expect(VK({ authorizationUrl }).authorization).toEqual({ url: authorizationUrl });
  });
});
