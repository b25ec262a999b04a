import FormLabel from "@mui/material/FormLabel";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { MAX_PAGE_SIZE } from "../../../../domain/paging.ts";
import type { PeopleScope } from "../../../../domain/userImports/rules.ts";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import form from "../../../components/form/form.module.css";
import { useField } from "../../../components/form/useField.ts";
import styles from "../../../components/upload/fileImport.module.css";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useApi } from "../../../providers/data/useApi.ts";

const text = userImports.invite;

/** Into which workspaces the people come: those of the own or of the chosen organization, by name. */
export function WorkspacesInput({ scope }: { scope: PeopleScope }) {
  const { field, frame } = useField({ source: "workspaces", label: workspaces.name });
  const organizationId: number | null = useWatch({ name: "organizationId" });
  const isKnown = scope === "members" || organizationId !== null;
  return (
    <fieldset className={form.choices}>
      <FormLabel component="legend">{frame.label}</FormLabel>
      {isKnown ? (
        <Choices organizationId={organizationId} chosen={field.value} onChange={field.onChange} />
      ) : (
        <p className={styles.note}>{text.noOrganization}</p>
      )}
    </fieldset>
  );
}

interface ChoicesProps {
  /** Null for the own one. */
  organizationId: number | null;
  chosen: readonly string[];
  onChange: (names: readonly string[]) => void;
}

function Choices({ organizationId, chosen, onChange }: ChoicesProps) {
  const { data } = useWorkspaces(organizationId);
  if (!data) return null;
  if (data.content.length === 0) return <p className={styles.note}>{text.noWorkspaces}</p>;
  return (
    <>
      {data.content.map(({ workspaceId, workspaceName: name }) => (
        <Checkbox
          key={workspaceId}
          label={name}
          checked={chosen.includes(name)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
      {data.totalElements > data.content.length ? (
        <p className={styles.note}>{text.moreWorkspaces(data.content.length)}</p>
      ) : null}
    </>
  );
}

function useWorkspaces(organizationId: number | null) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["workspaces", "choices", organizationId],
    queryFn: ({ signal }) => {
      const query = { size: MAX_PAGE_SIZE, sort: "workspaceName,asc" } as const;
      return organizationId === null
        ? api("GET /workspaces", { query, signal })
        : api("GET /organizations/{id}/workspaces", { id: organizationId, query, signal });
    },
  });
}
