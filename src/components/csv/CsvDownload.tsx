import DownloadIcon from "@mui/icons-material/Download";
import { useState } from "react";
import { type Identifier, useListContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import type { FileKey } from "../../providers/data/api.ts";
import { ActionButton } from "../display/ActionButton.tsx";
import { lazyDialog } from "../load/lazyScreen.tsx";
import type { FileSelection } from "./DownloadProgress.tsx";

const CsvDialog = lazyDialog(async () => (await import("./CsvDialog.tsx")).CsvDialog);

interface CsvDownloadProps extends FileSelection {
  label?: string;
}

/** A button that downloads a file, and its dialog with the progress. */
export function CsvDownload({ label = app.csv.download, ...file }: CsvDownloadProps) {
  const [downloading, setDownloading] = useState(false);
  return (
    <>
      <ActionButton
        reason={file.total === 0 ? app.csv.nothing : null}
        startIcon={<DownloadIcon />}
        onClick={() => setDownloading(true)}
      >
        {label}
      </ActionButton>
      {downloading ? <CsvDialog file={file} onClose={() => setDownloading(false)} /> : null}
    </>
  );
}

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
