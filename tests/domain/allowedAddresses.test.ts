import { describe, expect, it } from "vitest";
import { allowedAddresses, networksIn } from "../../domain/organizations/addresses.ts";
import { mayComeFrom } from "../../server/addressLimit.ts";

describe("mayComeFrom", () => {
  it.each([
    ["198.51.100.7", [], true],
    ["203.0.113.5", ["203.0.113.5"], true],
    ["203.0.113.6", ["203.0.113.5"], false],
    ["203.0.113.255", ["203.0.113.0/24"], true],
    ["203.0.114.0", ["203.0.113.0/24"], false],
    ["203.0.113.77", ["203.0.113.5/24"], true],
    ["198.51.100.7", ["203.0.113.0/24", "198.51.100.0/28"], true],
    ["::ffff:203.0.113.5", ["203.0.113.0/24"], true],
    ["203.0.113.5", ["::ffff:203.0.113.0/120"], true],
    ["203.0.114.5", ["::ffff:203.0.113.0/120"], false],
    ["203.0.113.5", ["::ffff:203.0.113.5"], true],
    ["2001:db8::1", ["2001:db8::/32"], true],
    ["2001:db9::1", ["2001:db8::/32"], false],
    ["203.0.113.5", ["::/0"], false],
    ["2001:db8::1", ["0.0.0.0/0"], false],
    ["fe80::1%eth0", ["fe80::/10"], true],
    ["0x7f.1", ["0.0.0.0/0"], false],
    ["unknown", ["0.0.0.0/0", "::/0"], false],
    ["", ["0.0.0.0/0"], false],
  ])("from %s with %j: %s", (address, networks, expected) => {
    expect(mayComeFrom(address, networks)).toBe(expected);
  });
});

describe("the addresses of an organization", () => {
  it("are addresses and networks of both versions", () => {
    const given = ["203.0.113.5", " 203.0.113.0/24 ", "2001:db8::1", "2001:db8::/32"];
    expect(allowedAddresses.parse(given)).toEqual(given.map((text) => text.trim()));
  });

  it.each(["203.0.113", "203.0.113.0/33", "example.com", "*", "203.0.113.5-9"])(
    "refuse %s in a sentence that names it",
    (text) => {
      const issue = allowedAddresses.safeParse(["203.0.113.5", text]).error?.issues[0];
      expect(issue?.path).toEqual([1]);
      expect(issue?.message).toMatch(/^「.+」は、IPアドレス（例：203\.0\.113\.5）または/);
      expect(issue?.message).toContain(`「${text}」`);
    },
  );

  it.each([
    ["::ffff:203.0.113.0/90", false],
    ["::ffff:203.0.113.0/95", false],
    ["::ffff:cb00:7100/95", false],
    ["::ffff:203.0.113.0/96", true],
    ["::ffff:203.0.113.0/120", true],
    ["::ffff:203.0.113.5", true],
    ["::ffff:224.0.0.1", false],
    ["::ffff:224.0.0.0/100", false],
    ["0.0.0.0", false],
    ["0.0.0.0/8", false],
    ["0.0.0.0/0", true],
    ["224.0.0.0/4", false],
    ["239.1.2.3", false],
    ["240.0.0.0/4", false],
    ["255.255.255.255", false],
    ["223.255.255.255/3", true],
    ["127.0.0.1", true],
    ["10.0.0.0/8", true],
    ["::", false],
    ["::/0", true],
    ["::/64", true],
    ["::1", true],
    ["::203.0.113.0/120", false],
    ["::fffe:203.0.113.0/112", false],
    ["ff02::1", false],
    ["FF00::/8", false],
    ["fe80::/10", true],
    ["fc00::/7", true],
    ["64:ff9b::/96", true],
    ["2001:db8:1:2:3:4:5:6", true],
  ])("with %s, which a person can have: %s", (text, expected) => {
    const read = allowedAddresses.safeParse([text]);
    expect(read.success).toBe(expected);
    if (!expected) {
      const sentence = `「${text}」から接続できる端末はありません。入力内容を確認してください。`;
      expect(read.error?.issues.map(({ message }) => message)).toEqual([sentence]);
    }
  });

  it("are up to 100", () => {
    expect(allowedAddresses.safeParse(Array(100).fill("203.0.113.5")).success).toBe(true);
    expect(allowedAddresses.safeParse(Array(101).fill("203.0.113.5")).error?.issues).toMatchObject([
      { message: "接続元は100件まで登録できます。" },
    ]);
  });

  it("are read one per line, or separated as people write lists", () => {
    expect(networksIn("\n203.0.113.5\r\n 203.0.113.0/24,2001:db8::1、192.0.2.1\n\n")).toEqual([
      "203.0.113.5",
      "203.0.113.0/24",
      "2001:db8::1",
      "192.0.2.1",
    ]);
  });
});
