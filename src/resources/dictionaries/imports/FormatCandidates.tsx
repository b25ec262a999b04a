import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import type { ImportFormat } from "../../../../domain/files/formats.ts";
import type { FormatCandidate } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import styles from "../../../components/upload/fileImport.module.css";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";

const text = importPages.file.candidate;

interface FormatCandidatesProps {
  candidates: readonly FormatCandidate[];
  onChoose: (format: ImportFormat) => void;
}

/** The formats that a file may have, each with the same rows as it reads them. */
export function FormatCandidates({ candidates, onChoose }: FormatCandidatesProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  return (
    <ul ref={list} className={`grid gap-16 ${styles.candidates}`}>
      {candidates.map((candidate) => (
        <li key={candidate.format}>
          <Candidate candidate={candidate} onChoose={() => onChoose(candidate.format)} />
        </li>
      ))}
    </ul>
  );
}

function Candidate({ candidate, onChoose }: { candidate: FormatCandidate; onChoose: () => void }) {
  const name = dictionaries.formats[candidate.format];
  return (
    <section aria-label={name} className={`grid gap-8 ${styles.candidate}`}>
      <h3>{name}</h3>
      <p className="note">{text.share(formatNumber(Math.floor(candidate.share * 100)))}</p>
      <table>
        <caption className="visually-hidden">{text.rows}</caption>
        <thead>
          <tr>
            <th scope="col">{importPages.rows.line}</th>
            <th scope="col">{entries.fields.surface}</th>
            <th scope="col">{entries.fields.reading}</th>
            <th scope="col">{entries.fields.partOfSpeech}</th>
          </tr>
        </thead>
        <tbody>
          {candidate.rows.map(({ line, surface, reading, partOfSpeech }) => (
            <tr key={line}>
              <td>{formatNumber(line)}</td>
              <td>{surface}</td>
              <td>{reading}</td>
              <td>{partOfSpeech}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Button variant="outlined" onClick={onChoose}>
          {text.choose(name)}
        </Button>
      </div>
    </section>
  );
}
