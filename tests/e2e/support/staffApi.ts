import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { PASSWORD } from "./people.ts";
import { expect } from "./test.ts";

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Somebody of the staff area, past the screens: signed in as programs are. */
export async function staffApi(request: APIRequestContext, email: string, password = PASSWORD) {
  const signIn = await request.post(
    "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo",
    { data: { email, password, returnSecureToken: true } },
  );
  const { idToken } = await signIn.json();
  const headers = { authorization: `Bearer ${idToken}` };

  const send = async (method: string, path: string, data?: object): Promise<Answer> => {
    const answer = await request.fetch(`/api/v1${path}`, {
      method,
      headers,
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
