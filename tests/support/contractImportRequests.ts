import {
  type ContractImportCheck,
  type ContractImportSummary,
  contractImportCheck,
  contractImportSummary,
} from "../../domain/contractImports/schemas.ts";
import type { Answer, ApiClient } from "./apiClient.ts";
import { type Content, fileForm, formRequest } from "./formRequest.ts";

export const CONTRACT_IMPORTS = "/admin/api/v1/contract-imports";

const HEAD =
  "組織番号,契約開始日,契約終了日,文字起こし上限件数,文字起こし上限時間（分）,管理者名,管理者名（フリガナ）,管理者メールアドレス,メモ";

/** A CSV file of contracts with these rows. */
export function contractsCsv(rows: readonly string[], head = HEAD): string {
  return [head, ...rows, ""].join("\r\n");
}

/** What is decided about a file that was checked. */
export interface ContractsChoice {
  digest: string;
  skipErrors?: boolean;
  /** JSON. */
  readings?: string;
}

/** The form of a check, and with a choice that of an import. */
export function contractsForm(content: Content, choice?: ContractsChoice): FormData {
  return fileForm(content, "契約.csv", choice);
}

export async function checkContracts(client: ApiClient, content: Content): Promise<Answer> {
  const form = await formRequest(contractsForm(content));
  return client.send("POST", `${CONTRACT_IMPORTS}/check`, form);
}

export async function importContracts(
  client: ApiClient,
  content: Content,
  choice: ContractsChoice,
): Promise<Answer> {
  return client.send("POST", CONTRACT_IMPORTS, await formRequest(contractsForm(content, choice)));
}

export function contractCheckOf({ body }: Pick<Answer, "body">): ContractImportCheck {
  return contractImportCheck.parse(body);
}

export function contractImportOf({ body }: Pick<Answer, "body">): ContractImportSummary {
  return contractImportSummary.parse(body);
}
