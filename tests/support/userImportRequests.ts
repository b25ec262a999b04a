import {
  type UserImport,
  type UserImportCheck,
  userImport,
  userImportCheck,
} from "../../domain/userImports/schemas.ts";
import type { Answer, ApiClient } from "./apiClient.ts";
import { type Content, fileForm, formRequest } from "./formRequest.ts";

export const MEMBER_IMPORTS = "/api/v1/user-imports";
export const USER_IMPORTS = "/admin/api/v1/user-imports";

/** A CSV file of people with these rows. */
export function peopleCsv(
  rows: readonly string[],
  head = "氏名,フリガナ,メールアドレス,役割,ワークスペース",
): string {
  return [head, ...rows, ""].join("\r\n");
}

/** What is decided about a file that was checked. */
export interface PeopleChoice {
  digest: string;
  disablesMissing?: boolean;
  skipErrors?: boolean;
  /** JSON. */
  readings?: string;
}

/** The form of a check, and with a choice that of an import. */
export function peopleForm(content: Content, choice?: PeopleChoice): FormData {
  return fileForm(content, "メンバー.csv", choice && { disablesMissing: false, ...choice });
}

export async function checkPeople(
  client: ApiClient,
  url: string,
  content: Content,
): Promise<Answer> {
  return client.send("POST", `${url}/check`, await formRequest(peopleForm(content)));
}

export async function importPeople(
  client: ApiClient,
  url: string,
  content: Content,
  choice: PeopleChoice,
): Promise<Answer> {
  return client.send("POST", url, await formRequest(peopleForm(content, choice)));
}

export function checkOf({ body }: Pick<Answer, "body">): UserImportCheck {
  return userImportCheck.parse(body);
}

export function userImportOf({ body }: Pick<Answer, "body">): UserImport {
  return userImport.parse(body);
}
