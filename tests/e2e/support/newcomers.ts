import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { mailedLink } from "./mails.ts";
import { PASSWORD, signIn } from "./people.ts";
import { idTokenOf } from "./staffApi.ts";
import { expect } from "./test.ts";

/** A user of one test, whose changes affect no other test. */
export interface Newcomer {
  userId: string;
  userName: string;
  email: string;
}

/** The organization admin of サンプル商事, into which newcomers are invited. */
const HOST = "orgadmin@sample.example.com";

/** A member of サンプル商事 with PASSWORD. */
export async function aMember(request: APIRequestContext, flags: object = {}): Promise<Newcomer> {
  const id = randomUUID().slice(0, 8);
  const person = { userName: `新人 ${id}`, email: `${id}@newcomer.example.com` };
  const { userId } = await sent(request, "/api/v1/users", {
    headers: { authorization: `Bearer ${await idTokenOf(request, HOST)}` },
    data: { ...person, ...flags },
  });
  await choosePassword(request, person.email);
  return { userId, ...person };
}

/** Sets the password with the code in an invitation, as its page does. */
export async function choosePassword(request: APIRequestContext, email: string): Promise<void> {
  const { searchParams } = await mailedLink(email);
  const opened = await request.post("/api/v1/invitations/open", {
    data: { token: searchParams.get("invite") },
  });
  expect(opened.ok(), await opened.text()).toBe(true);
  const { oobCode } = await opened.json();
  const data = { oobCode, newPassword: PASSWORD };
  const call = "/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=k";
  const answer = await request.post(call, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function sent(request: APIRequestContext, path: string, options: object) {
  const answer = await request.post(path, options);
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Signs in to the staff area. */
export async function enter(page: Page, { email }: { email: string }, password = PASSWORD) {
  await page.goto("/app/login");
  await signIn(page, email, password);
  await expect(page.getByRole("heading", { level: 1, name: "ホーム" })).toBeVisible();
}
