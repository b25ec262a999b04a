import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";
import { lazyDialog } from "../load/lazyScreen.tsx";
import type { FileSelection } from "./useDownload.ts";

const CsvDialog = lazyDialog(async () => (await import("./CsvDialog.tsx")).CsvDialog);

interface CsvDownloadProps extends FileSelection {
  label?: TextKey;
}

/** A button that downloads a file, and its dialog with the progress. */
export function CsvDownload({ label = "app.csv.download", ...file }: CsvDownloadProps) {
  const translate = useTranslate();
  const [downloading, setDownloading] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<DownloadIcon />}
        disabled={file.total === 0}
        onClick={() => setDownloading(true)}
      >
        {translate(label)}
      </Button>
      {downloading ? (
        <Suspense>
          <CsvDialog file={file} onClose={() => setDownloading(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
