import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { type Ref, Suspense, useCallback, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { useFocusAfterDialog } from "../../components/focus/useFocusAfterDialog.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { listSorts } from "../../providers/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { serviceKeyColumns } from "./serviceKeyColumns.tsx";
import type { ServiceKeyRecord } from "./serviceKeyRecord.ts";

const CreateDialog = lazyDialog(async () => (await import("./CreateDialog.tsx")).CreateDialog);
const RevokeDialog = lazyDialog(async () => (await import("./RevokeDialog.tsx")).RevokeDialog);

const SERVICE_KEYS = resourceTopic("service-keys");

export function ServiceKeyList() {
  useLiveReads(SERVICE_KEYS, "service-keys");
  const [open, setOpen] = useState<"create" | { revoke: ServiceKeyRecord }>();
  const addButton = useRef<HTMLButtonElement>(null);
  useFocusAfterDialog(open !== undefined, addButton);
  const add = () => setOpen("create");
  const close = () => setOpen(undefined);
  const rowActions = useCallback(
    (serviceKey: ServiceKeyRecord) => (
      <RevokeButton serviceKey={serviceKey} onClick={() => setOpen({ revoke: serviceKey })} />
    ),
    [],
  );

  return (
    <ListPage
      title="resources.service-keys.name"
      sort={listSorts["service-keys"]}
      search={<ServiceKeySearch />}
      actions={<AddButton ref={addButton} onClick={add} />}
      dialogs={
        <Suspense>
          {open === "create" ? <CreateDialog onClose={close} /> : null}
          {typeof open === "object" ? (
            <RevokeDialog serviceKey={open.revoke} onClose={close} />
          ) : null}
        </Suspense>
      }
    >
      <DataTable
        columns={serviceKeyColumns}
        rowLink={false}
        rowActions={rowActions}
        empty={<AddButton onClick={add} />}
      />
    </ListPage>
  );
}

interface AddButtonProps {
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
}

function AddButton({ ref, onClick }: AddButtonProps) {
  const translate = useTranslate();
  return (
    <Button {...(ref ? { ref } : {})} variant="contained" startIcon={<AddIcon />} onClick={onClick}>
      {translate("resources.service-keys.list.add")}
    </Button>
  );
}

interface RevokeButtonProps {
  serviceKey: ServiceKeyRecord;
  onClick: () => void;
}

function RevokeButton({ serviceKey: { name, revokedAt }, onClick }: RevokeButtonProps) {
  const translate = useTranslate();
  if (revokedAt !== null) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      color="error"
      aria-label={translate("resources.service-keys.list.revokeOf", { name })}
      onClick={onClick}
    >
      {translate("resources.service-keys.list.revoke")}
    </Button>
  );
}

function ServiceKeySearch() {
  const translate = useTranslate();
  return (
    <SearchForm>
      <SearchText
        source="q"
        label="resources.service-keys.list.keyword"
        placeholder={translate("resources.service-keys.list.keywordHint")}
      />
    </SearchForm>
  );
}
