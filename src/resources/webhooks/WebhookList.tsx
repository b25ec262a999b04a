import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { type Ref, useRef, useState } from "react";
import { resourceTopic } from "../../../domain/events.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { NameChips } from "../../components/display/NameChips.tsx";
import { useFocusAfterDialog } from "../../components/focus/useFocusAfterDialog.ts";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import type { WebhookRecord } from "../records.ts";
import { EventNames, WebhookState } from "./WebhookState.tsx";

const CreateDialog = lazyDialog(async () => (await import("./CreateDialog.tsx")).CreateDialog);

const WEBHOOKS = resourceTopic("webhooks");

export function WebhookList() {
  useLiveReads(WEBHOOKS, "webhooks");
  const [creating, setCreating] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  useFocusAfterDialog(creating, addButton);
  const add = () => setCreating(true);
  return (
    <ListPage
      title={webhooks.name}
      sort={listSorts.webhooks}
      add={<AddButton ref={addButton} onClick={add} />}
      dialogs={creating ? <CreateDialog onClose={() => setCreating(false)} /> : null}
    >
      <DataTable
        columns={webhookColumns}
        empty={webhooks.empty}
        next={<AddButton onClick={add} />}
      />
    </ListPage>
  );
}

interface AddButtonProps {
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
}

function AddButton({ ref, onClick }: AddButtonProps) {
  return (
    <Button {...(ref ? { ref } : {})} variant="contained" startIcon={<AddIcon />} onClick={onClick}>
      {webhooks.list.add}
    </Button>
  );
}

const MOST_NAMES = 2;

const webhookColumns: readonly Column<WebhookRecord>[] = [
  { source: "url", long: true },
  { source: "events", width: 220, render: ({ events }) => <EventNames events={events} /> },
  {
    source: "organizations",
    width: 170,
    render: ({ organizations }) => (
      <NameChips
        names={organizations?.map(({ organizationName }) => organizationName) ?? []}
        most={MOST_NAMES}
      />
    ),
  },
  { source: "state", width: 240, render: (webhook) => <WebhookState webhook={webhook} /> },
  {
    source: "createdAt",
    width: 150,
    sortBy: true,
    noWrap: true,
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
];
