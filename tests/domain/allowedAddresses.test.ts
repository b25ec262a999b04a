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
