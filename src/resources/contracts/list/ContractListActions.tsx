import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { useListContext, useTranslate } from "react-admin";
import { CreateLink } from "../../../components/list/CreateLink.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";

const CsvDialog = lazyDialog(async () => (await import("./CsvDialog.tsx")).CsvDialog);

export function ContractListActions() {
  const translate = useTranslate();
  const { total } = useListContext();
  const [downloading, setDownloading] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<DownloadIcon />}
        disabled={!total}
        onClick={() => setDownloading(true)}
      >
        {translate("resources.contracts.list.csv")}
      </Button>
      <CreateLink label="resources.contracts.list.add" />
      {downloading ? (
        <Suspense>
          <CsvDialog onClose={() => setDownloading(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
