import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useRoute } from 'wouter';
import { Button } from '../kit/button.tsx';
import { useMe } from '../session/session.ts';
import { type Room, ROOMS, roomsOf } from './rooms.ts';

/** The number of links in the bar of a phone. The other links are behind the button `More`. */
const IN_BAR = 4;

/** The links to the rooms. A desktop shows all of them. A phone shows the first ones, and the others behind `More`. */
export function Navigation() {
  const { t } = useTranslation('shell');
  const { t: common } = useTranslation();
  const rooms = roomsOf(useMe());
  const [inBar, others] = [rooms.slice(0, IN_BAR), rooms.slice(IN_BAR)];
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  // Closes the list when a link has led to another room.
  useEffect(() => setIsOpen(false), [path]);
  return (
    <nav
      aria-label={t('navigation')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <ul className="rooms-bar">
        {inBar.map((room) => (
          <li key={room}>
            <RoomLink room={room} />
          </li>
        ))}
        {others.length > 0 && (
          <li className="rooms-more">
            <Button
              kind="quiet"
              ref={button}
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setIsOpen(!isOpen)}
            >
              {common('more')}
            </Button>
          </li>
        )}
      </ul>
      <ul id={listId} className="rooms-others" data-open={isOpen || undefined}>
        {others.map((room) => (
          <li key={room}>
            <RoomLink room={room} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RoomLink({ room }: { room: Room }) {
  const { t } = useTranslation('shell');
  const { href } = ROOMS[room];
  const [isHere] = useRoute(href === '/' ? '/' : `${href}/*?`);
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined}>
      {t(room)}
    </Link>
  );
}
