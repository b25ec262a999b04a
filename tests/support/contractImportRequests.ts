import { z } from "zod";
import {
  type ContractImport,
  contractImport,
  contractImportRow,
} from "../../domain/contractImports/schemas.ts";
import type { Answer, ApiClient } from "./apiClient.ts";
import { formRequest } from "./formRequest.ts";

export const CONTRACT_IMPORTS = "/admin/api/v1/contract-imports";

const HEAD =
  "組織番号,契約開始日,契約終了日,文字起こし上限件数,文字起こし上限時間（分）,管理者名,管理者名（フリガナ）,管理者メールアドレス,メモ";

/** A CSV file of contracts with these rows. */
export function contractsCsv(rows: readonly string[], head = HEAD): string {
  return [head, ...rows, ""].join("\r\n");
}

/** A form with a file of contracts. */
export function contractsForm(
  content: string | Uint8Array<ArrayBuffer>,
  name = "契約.csv",
): FormData {
  const form = new FormData();
  form.set("file", new File([content], name));
  return form;
}

export async function uploadContracts(
  client: ApiClient,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  return client.send("POST", CONTRACT_IMPORTS, await formRequest(contractsForm(content)));
}

export function contractImportOf({ body }: Pick<Answer, "body">): ContractImport {
  return contractImport.parse(body);
}

export function contractRowsOf({ body }: Pick<Answer, "body">) {
  return z.object({ content: contractImportRow.array() }).parse(body).content;
}
