/** Writes to a database until it is killed. Each transaction adds two gifts, one of 1.00 and one of 3.00. */
import Sqlite from 'better-sqlite3';

const db = new Sqlite(process.argv[2], { timeout: 5000 });
const columns = db
  .prepare('pragma table_info(givings)')
  .all()
  .map(({ name }) => name)
  .filter((name) => name !== 'id');
const names = columns.map((name) => `"${name}"`);
const values = columns.map((name) => (name === 'amountMinor' ? '?' : `"${name}"`));
const add = db.prepare(
  `insert into givings (${names.join(', ')}) select ${values.join(', ')} from givings order by id limit 1`,
);
const write = db.transaction(() => {
  add.run(100);
  add.run(300);
});

const again = () => {
  write.immediate();
  setTimeout(again, 1);
};
again();
process.send('writing');
