import type { GetListParams } from "react-admin";
import type { Contract } from "../../../../domain/contracts.ts";
import { csvHead, csvRows, type Text } from "./contractCsv.ts";

const PAGE_SIZE = 100;

export interface Progress {
  done: number;
  total: number;
}

interface ExportRequest {
  fetchPage: (params: GetListParams) => Promise<{ data: Contract[]; total?: number | undefined }>;
  shown: Pick<GetListParams, "filter" | "sort">;
  text: Text;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * All contracts of the list's filters as one CSV file, fetched page by page. A contract that moves
 * to a later page meanwhile is written once. Throws the errors of the API, and nothing if aborted.
 */
export async function exportContracts(request: ExportRequest) {
  const { fetchPage, shown, text, signal, onProgress } = request;
  const parts = [csvHead(text)];
  const written = new Set<number>();
  for (let page = 1; ; page += 1) {
    const answer = await fetchPage({
      ...shown,
      pagination: { page, perPage: PAGE_SIZE },
      signal,
    });
    signal.throwIfAborted();
    const fresh = answer.data.filter((contract) => !written.has(contract.contractId));
    for (const contract of fresh) written.add(contract.contractId);
    parts.push(csvRows(fresh, text));
    const total = answer.total ?? 0;
    onProgress({ done: written.size, total });
    if (answer.data.length < PAGE_SIZE || page * PAGE_SIZE >= total) break;
  }
  return { file: new Blob(parts, { type: "text/csv;charset=utf-8" }), count: written.size };
}
