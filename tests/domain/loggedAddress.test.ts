import { expect, it } from "vitest";
import { loggedAddress } from "../../server/log/logging.ts";

it.each([
  ["203.0.113.57", "203.0.113.0/24"],
  ["::ffff:203.0.113.57", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001::5", "2001:db8:1::/48"],
  ["2001:db8::5", "2001:db8:0::/48"],
  ["::1", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["no address", undefined],
])("shows of %s its network only: %s", (address, network) => {
  expect(loggedAddress(address, "network")).toBe(network);
  expect(loggedAddress(address, "full")).toBe(address);
  expect(loggedAddress(address, "none")).toBeUndefined();
});
