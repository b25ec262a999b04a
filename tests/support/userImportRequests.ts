import { z } from "zod";
import { type UserImport, userImport, userImportRow } from "../../domain/userImports/schemas.ts";
import type { Answer, ApiClient } from "./apiClient.ts";
import { formRequest } from "./formRequest.ts";

export const MEMBER_IMPORTS = "/api/v1/user-imports";
export const USER_IMPORTS = "/admin/api/v1/user-imports";

/** A CSV file of people with these rows. */
export function peopleCsv(
  rows: readonly string[],
  head = "氏名,フリガナ,メールアドレス,役割,ワークスペース",
): string {
  return [head, ...rows, ""].join("\r\n");
}

/** A form with a file of people. */
export function peopleForm(
  content: string | Uint8Array<ArrayBuffer>,
  name = "メンバー.csv",
): FormData {
  const form = new FormData();
  form.set("file", new File([content], name));
  return form;
}

export async function uploadPeople(
  client: ApiClient,
  url: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  return client.send("POST", url, await formRequest(peopleForm(content)));
}

export function userImportOf({ body }: Pick<Answer, "body">): UserImport {
  return userImport.parse(body);
}

export function importRowsOf({ body }: Pick<Answer, "body">) {
  return z.object({ content: userImportRow.array() }).parse(body).content;
}
