ALTER TABLE contracts ADD COLUMN order_no text;
