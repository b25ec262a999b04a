import { describe, expect, it } from "vitest";
import {
  invitationLink,
  invitationReturn,
  passwordLink,
  readActionLink,
  setsPassword,
} from "../../domain/users/actionLink.ts";

const PUBLIC_URL = "https://console.example.com";
const read = (link: string) => readActionLink(new URL(link).search);

describe("a link to set a password", () => {
  it.each([true, false])("says on our own page whether it is an invitation (%s)", (invited) => {
    const link = passwordLink(PUBLIC_URL, { oobCode: "a+b/c=", invited });
    expect(link.startsWith(`${PUBLIC_URL}/app/action?mode=resetPassword&`)).toBe(true);
    expect(read(link)).toEqual({
      mode: "resetPassword",
      oobCode: "a+b/c=",
      invited,
      invitation: "",
    });
  });

  it("is an invitation if Firebase leads back from it to an invited person's sign-in", () => {
    const fromFirebase = (continueUrl: string) =>
      `${PUBLIC_URL}/app/action?${new URLSearchParams({
        mode: "resetPassword",
        oobCode: "c",
        apiKey: "k",
        continueUrl,
        lang: "ja",
      })}`;
    expect(read(fromFirebase(invitationReturn(PUBLIC_URL))).invited).toBe(true);
    expect(read(fromFirebase(`${PUBLIC_URL}/app/login`)).invited).toBe(false);
    expect(read(fromFirebase("no address")).invited).toBe(false);
  });

  it("of an invitation has its token, also where Firebase leads back with it", () => {
    const own = read(invitationLink(PUBLIC_URL, "t_-1"));
    expect(own).toEqual({ mode: "", oobCode: "", invited: true, invitation: "t_-1" });
    const continueUrl = invitationReturn(PUBLIC_URL, "t_-1");
    const query = new URLSearchParams({ mode: "resetPassword", oobCode: "c", continueUrl });
    expect(readActionLink(`?${query}`)).toMatchObject({ invited: true, invitation: "t_-1" });
  });

  it.each([
    "",
    "?mode=resetPassword",
    "?mode=resetPassword&oobCode=",
    "?oobCode=c",
    "?mode=verifyEmail&oobCode=c",
  ])("is none with the query %j", (search) => {
    expect(setsPassword(readActionLink(search))).toBe(false);
  });

  it("is one with its mode and a code", () => {
    expect(setsPassword(readActionLink("?mode=resetPassword&oobCode=c"))).toBe(true);
  });
});
