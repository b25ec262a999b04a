import Button from "@mui/material/Button";
import { type FormEvent, useState } from "react";
import { LinkBase } from "react-admin";
import { holdComposingEnter } from "../components/form/composition.ts";
import { SearchBox } from "../components/list/SearchField.tsx";
import { app } from "../i18n/ja/app.ts";
import { home } from "../i18n/ja/home.ts";
import { useOpenSearch } from "../layout/openSearch.ts";
import styles from "./home.module.css";

const text = home.search;

/** Finds a word in the dictionaries of the organization, by the quick search. */
export function WordSearch() {
  const openSearch = useOpenSearch();
  const [typed, setTyped] = useState("");

  function search(event: FormEvent) {
    event.preventDefault();
    openSearch(typed);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: React and its tools do not know <search> yet
    <form
      role="search"
      aria-label={text.label}
      className={`${styles.search} screen-only`}
      onSubmit={search}
      onKeyDown={holdComposingEnter}
    >
      <SearchBox
        clearLabel={text.label}
        aria-label={text.label}
        placeholder={`${text.label}（${text.hint}）`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" variant="outlined">
        {app.search.apply}
      </Button>
      <LinkBase to="/dictionaries/preview">{text.preview}</LinkBase>
    </form>
  );
}
