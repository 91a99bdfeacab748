import { Link, useLocation } from 'wouter';
import './sub-rooms.css';

type Props = { label: string; rooms: readonly { href: string; text: string }[] };

/** The links between the parts of a room. The link to the shown part is marked. A room with one part shows no links. */
export function SubRooms({ label, rooms }: Props) {
  const [path] = useLocation();
  if (rooms.length < 2) return null;
  return (
    <nav className="sub-rooms no-print" aria-label={label}>
      <ul>
        {rooms.map(({ href, text }) => (
          <li key={href}>
            <Link href={href} aria-current={path === href ? 'page' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
