-- What people see of a name or word (domain/text/unseen.ts, seenKey): in one width, without spaces and
-- invisible characters. Most have none of them.
CREATE FUNCTION seen_key(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN name !~ '[\uFF01-\uFFEE\u0009-\u000D\u0020\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  THEN name
  ELSE normalize(
    regexp_replace(
      CASE WHEN name ~ '[\uFF01-\uFFEE]' THEN translate(name,
        '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～｟｠｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝﾞﾟ￠￡￢￤￥￦￨￩￪￫￬￭￮',
        '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~⦅⦆。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン' || U&'\3099\309A' || '¢£¬¦¥₩│←↑→↓■○') ELSE name END,
      '[\u0009-\u000D\u0020\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'),
    NFC)
  END;

-- Names are unique to the eye (docs/decisions/096-what-people-see.md). Of older ones that look alike all
-- but the first are left out until they are renamed; doctor names them.
ALTER TABLE workspaces ADD COLUMN looks_alike boolean NOT NULL DEFAULT false;
ALTER TABLE dictionaries ADD COLUMN looks_alike boolean NOT NULL DEFAULT false;
ALTER TABLE list_views ADD COLUMN looks_alike boolean NOT NULL DEFAULT false;

UPDATE workspaces w SET looks_alike = true
FROM (
  SELECT organization_id, workspace_id, row_number() OVER (
    PARTITION BY organization_id, seen_key(workspace_name) ORDER BY workspace_id) AS place
  FROM workspaces
) s
WHERE s.place > 1 AND w.organization_id = s.organization_id AND w.workspace_id = s.workspace_id;

UPDATE dictionaries d SET looks_alike = true
FROM (
  SELECT organization_id, dictionary_id, row_number() OVER (
    PARTITION BY organization_id, category, seen_key(dictionary_name) ORDER BY dictionary_id) AS place
  FROM dictionaries
) s
WHERE s.place > 1 AND d.organization_id = s.organization_id AND d.dictionary_id = s.dictionary_id;

UPDATE list_views v SET looks_alike = true
FROM (
  SELECT view_id, row_number() OVER (
    PARTITION BY user_id, CASE WHEN user_id IS NULL THEN coalesce(organization_id, 0) END, list,
      seen_key(view_name) ORDER BY view_id) AS place
  FROM list_views
) s
WHERE s.place > 1 AND v.view_id = s.view_id;

CREATE UNIQUE INDEX workspaces_seen_name ON workspaces (organization_id, seen_key(workspace_name))
  WHERE NOT looks_alike;
CREATE UNIQUE INDEX dictionaries_seen_name
  ON dictionaries (organization_id, category, seen_key(dictionary_name))
  WHERE NOT looks_alike;
CREATE UNIQUE INDEX list_views_own_seen_name ON list_views (user_id, list, seen_key(view_name))
  WHERE user_id IS NOT NULL AND NOT looks_alike;
CREATE UNIQUE INDEX list_views_shared_seen_name
  ON list_views (coalesce(organization_id, 0), list, seen_key(view_name))
  WHERE user_id IS NULL AND NOT looks_alike;
