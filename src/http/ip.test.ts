import { describe, expect, it } from "vitest";
import { normalizeIp } from "./ip.js";

describe("normalizeIp", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    [" 192.0.2.7 ", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::6", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::6]:443", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    // Not an address, but still somebody.
    ["unix:", "unix:"],
    ["1:2:3", "1:2:3"],
    ["1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"],
    ["12345::", "12345::"],
    ["proxy-7", "proxy-7"],
  ])("%j is %j", (text, key) => {
    expect(normalizeIp(text)).toBe(key);
  });

  it.each([undefined, null, "", "  "])("%j is nobody", (text) => {
    expect(normalizeIp(text)).toBeUndefined();
  });

  it("keeps no more of a text than an address can have", () => {
    expect(normalizeIp("x".repeat(1_000_000))).toHaveLength(64);
  });
});
