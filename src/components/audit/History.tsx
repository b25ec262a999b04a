import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { can } from "../../../domain/access.ts";
import { auditEvents } from "../../i18n/ja/resources/auditEvents.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { LoadingState } from "../display/LoadError.tsx";
import { Section } from "../display/Section.tsx";
import { lazyPart } from "../load/lazyScreen.tsx";
import type { HistoryOf } from "./HistoryList.tsx";

const text = auditEvents.history;

const HistoryList = lazyPart(async () => (await import("./HistoryList.tsx")).HistoryList);

/** The changes of a record, for those who may read them. They are read when they are asked for. */
export function History(props: HistoryOf) {
  const mayRead = useMayRead(props.kind);
  const [open, setOpen] = useState(false);
  if (!mayRead) return null;
  return (
    <Section title={text.title} printed={open}>
      {open ? (
        <Suspense fallback={<LoadingState />}>
          <HistoryList {...props} />
        </Suspense>
      ) : (
        <Button variant="outlined" color="secondary" onClick={() => setOpen(true)}>
          {text.show}
        </Button>
      )}
    </Section>
  );
}

const OF_DICTIONARIES = ["dictionary", "entry"];

/** Whether the person may read the history of records of a kind (docs/product/audit.md#reading). */
export function useMayRead(kind: string): boolean {
  const profile = useUserProfile();
  if (can(profile, "audit.readAll") || profile.isOrganizationAdmin) return true;
  return profile.isDictionaryAdmin && OF_DICTIONARIES.includes(kind);
}
