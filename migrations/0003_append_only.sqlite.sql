-- Acts are added, and never changed or removed. This is all that is not the same in SQLite and PostgreSQL.
CREATE TRIGGER register_acts_update BEFORE UPDATE ON register_acts
  BEGIN SELECT RAISE(ABORT, 'acts are never changed'); END;
CREATE TRIGGER register_acts_delete BEFORE DELETE ON register_acts
  BEGIN SELECT RAISE(ABORT, 'acts are never removed'); END;
-- INSERT OR REPLACE would remove a row without asking the trigger above.
CREATE TRIGGER register_acts_insert BEFORE INSERT ON register_acts
  WHEN EXISTS (SELECT 1 FROM register_acts WHERE sequence = NEW.sequence OR id = NEW.id OR proposal = NEW.proposal
    OR previous = NEW.previous OR hash = NEW.hash)
  BEGIN SELECT RAISE(ABORT, 'acts are never replaced'); END;
CREATE TRIGGER register_numbers_update BEFORE UPDATE ON register_numbers
  BEGIN SELECT RAISE(ABORT, 'numbers are never changed'); END;
CREATE TRIGGER register_numbers_delete BEFORE DELETE ON register_numbers
  BEGIN SELECT RAISE(ABORT, 'numbers are never removed'); END;
CREATE TRIGGER register_numbers_insert BEFORE INSERT ON register_numbers
  WHEN EXISTS (SELECT 1 FROM register_numbers WHERE number = NEW.number)
  BEGIN SELECT RAISE(ABORT, 'numbers are never given again'); END;
