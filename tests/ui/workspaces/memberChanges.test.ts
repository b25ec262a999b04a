import { describe, expect, it } from "vitest";
import {
  changedMeanwhile,
  effective,
  membersAfter,
  NO_CHANGES,
  rowsOf,
  without,
  withoutMember,
  withPerson,
} from "../../../src/resources/workspaces/members/memberChanges.ts";
import { aMember } from "../../support/records.ts";

const [a, b, c] = [aMember("a"), aMember("b"), aMember("c")];

describe("changes to the members", () => {
  it("list first who is added, then the members with who is taken out among them", () => {
    const changes = withoutMember(withPerson(NO_CHANGES, c), "a");
    expect(rowsOf([a, b], changes).map(({ userId, change }) => [userId, change])).toEqual([
      ["c", "added"],
      ["a", "removed"],
      ["b", null],
    ]);
    expect(membersAfter([a, b], changes)).toEqual(["c", "b"]);
  });

  it("are gone when taken back", () => {
    const changes = withoutMember(withPerson(NO_CHANGES, c), "a");
    expect(without(without(changes, "c"), "a")).toEqual(NO_CHANGES);
  });

  it("name nobody twice who is added twice", () => {
    expect(withPerson(withPerson(NO_CHANGES, c), c).added).toEqual([c]);
  });

  it("keep a member who is added after having been taken out", () => {
    expect(withPerson(withoutMember(NO_CHANGES, "a"), a)).toEqual(NO_CHANGES);
  });

  it("change nothing that others have done the same way meanwhile", () => {
    const changes = withoutMember(withPerson(NO_CHANGES, c), "a");
    expect(effective([b, c], changes)).toEqual(NO_CHANGES);
    expect(membersAfter([b, c], changes)).toEqual(["b", "c"]);
  });

  it("of others are who came and who went between two readings", () => {
    expect(changedMeanwhile([a, b], [b, c])).toEqual({ joined: [c], left: [a] });
  });
});
