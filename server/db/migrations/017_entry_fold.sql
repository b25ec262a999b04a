-- An entry's surface as the preview compares it (domain/entries/fold.ts): without invisible characters,
-- NFKC, small letters. The letters are those that JIS X 0208 and Latin-1 have in two cases, because
-- lower() depends on the collation.
CREATE FUNCTION entry_fold(surface text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(
  normalize(
    regexp_replace(surface, '[\u00AD\u200B-\u200D\u2060\u180B-\u180F\uFE00-\uFE0F\U000E0100-\U000E01EF]', '', 'g'),
    NFKC),
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
  'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþαβγδεζηθικλμνξοπρστυφχψωабвгдеёжзийклмнопрстуфхцчшщъыьэюя');

ALTER TABLE dictionary_entries
  ADD COLUMN surface_fold text COLLATE "C" GENERATED ALWAYS AS (entry_fold(surface)) STORED;

-- The preview looks for the greatest surface up to a passage of the text.
CREATE INDEX dictionary_entries_fold ON dictionary_entries (organization_id, surface_fold)
  WHERE enabled;
