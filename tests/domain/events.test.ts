import { describe, expect, it } from "vitest";
import { covers, lockTopic, resourceTopic } from "../../domain/events.ts";
import { pageKind } from "../../domain/pages.ts";

describe("a topic", () => {
  it("is of a resource or of one record", () => {
    expect(resourceTopic("contracts")).toBe("resource/contracts");
    expect(resourceTopic("contracts", 0)).toBe("resource/contracts/0");
    expect(lockTopic("dictionaries")).toBe("lock/dictionaries");
    expect(lockTopic("dictionaries", 7)).toBe("lock/dictionaries/7");
  });

  it("covers itself, what is below it, and an event that names its record", () => {
    const event = (topic: string, ...ids: (number | string)[]) => ({ topic, payload: { ids } });
    const all = resourceTopic("contracts");
    const one = resourceTopic("contracts", 7);
    expect(covers(all, event(all, 1))).toBe(true);
    expect(covers(all, event(one, 7))).toBe(true);
    expect(covers(one, event(one))).toBe(true);
    expect(covers(one, event(all, 6, 7))).toBe(true);
    expect(covers(one, event(all, 6, 8))).toBe(false);
    expect(covers(one, event(resourceTopic("contracts", 70), 70))).toBe(false);
    expect(covers(one, event(resourceTopic("users"), 7))).toBe(false);
    expect(covers("resource/contract", event(all, 1))).toBe(false);
  });
});

describe("the page at a path", () => {
  it.each([
    ["/app", "login"],
    ["/app/", "login"],
    ["/app/login", "login"],
    ["/app/login/", "login"],
    ["/app/loginx", "staff"],
    ["/x/app", "staff"],
    ["/app/action", "action"],
    ["/admin", "admin"],
    ["/admin/contracts/1", "admin"],
    ["/administration", "staff"],
    ["/dictionaries", "staff"],
    ["/", "staff"],
  ])("%s is of the kind %s", (path, kind) => expect(pageKind(path)).toBe(kind));
});
