import { type Identifier, useListContext } from "react-admin";
import type { FileKey } from "../../providers/data/api.ts";
import { CsvDownload } from "./CsvDownload.tsx";

interface CsvButtonProps {
  endpoint: FileKey;
  /** Of the record below which the list is. */
  id?: Identifier;
}

/** Downloads what the list's filters select, in its order. */
export function CsvButton(props: CsvButtonProps) {
  const { filterValues, sort, total = 0 } = useListContext();
  return <CsvDownload {...props} shown={{ filter: filterValues, sort }} total={total} />;
}
