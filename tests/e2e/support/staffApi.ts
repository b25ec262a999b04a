import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { PASSWORD } from "./people.ts";
import { expect } from "./test.ts";

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** An ID token, as a program gets it. */
export async function idTokenOf(
  request: APIRequestContext,
  email: string,
  password = PASSWORD,
): Promise<string> {
  const answer = await request.post(
    "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k",
    { data: { email, password, returnSecureToken: true } },
  );
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).idToken;
}

/** A user of the staff area without the screens, signed in as a program. */
export async function staffApi(request: APIRequestContext, email: string) {
  const headers = { authorization: `Bearer ${await idTokenOf(request, email)}` };

  const send = async (
    method: string,
    path: string,
    data?: object,
    version?: number,
  ): Promise<Answer> => {
    const answer = await request.fetch(`/api/v1${path}`, {
      method,
      headers: version === undefined ? headers : { ...headers, "if-match": `"${version}"` },
      ...(data ? { data } : {}),
    });
    const text = await answer.text();
    return { status: answer.status(), body: text === "" ? {} : JSON.parse(text) };
  };

  return {
    send,
    /** A dictionary of the person's organization, with a name of its own. */
    createDictionary: async (name = "辞書") => {
      const dictionaryName = `${name}${randomUUID().slice(0, 8)}`;
      const { status, body } = await send("POST", "/dictionaries", {
        category: "業務辞書",
        dictionaryName,
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return { dictionaryId: Number(body.dictionaryId), dictionaryName };
    },
  };
}
