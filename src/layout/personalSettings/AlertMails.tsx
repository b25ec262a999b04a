import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { can } from "../../../domain/access.ts";
import { LoadError } from "../../components/display/LoadError.tsx";
import { Checkbox } from "../../components/form/Checkbox.tsx";
import { alertMails as text } from "../../i18n/ja/alertMails.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import styles from "./personalSettings.module.css";

const KEY = ["alertMails"] as const;

/** Whether the signed-in person gets mails about alerts; a change is saved at once. */
export function AlertMails() {
  const [titleId, noteId] = [useId(), useId()];
  const { api } = useApi();
  const queryClient = useQueryClient();
  const description = can(useUserProfile(), "alert.read") ? text.ofProvider : text.ofOrganization;
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => api("GET /alerts/mails", {}),
    gcTime: 0,
  });
  const { write, pending, problem } = useWrite("PUT /alerts/mails", {
    notice: text.saved,
    onWritten: (answer) => queryClient.setQueryData(KEY, answer),
  });
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>{text.title}</h3>
      {data ? (
        <>
          <Checkbox
            label={text.enabled}
            // What is being saved already shows.
            checked={data.enabled !== pending}
            aria-describedby={noteId}
            onChange={() => void write({ body: { enabled: !data.enabled } })}
          />
          <p id={noteId} className={styles.faint}>
            {data.available ? description : text.unavailable}
          </p>
          <ProblemText problem={problem} />
        </>
      ) : error ? (
        <LoadError error={error} />
      ) : (
        <p>{text.loading}</p>
      )}
    </section>
  );
}
