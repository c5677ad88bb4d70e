"""The names of the phases and steps."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.stacks import stages

PHASE_NAMES: Final = {
    stages.SETUP: ("Set-up", ""),
    stages.RECRUIT: ("Recruit Phase", ""),
    stages.DEPLOY: ("Deploy Phase", ""),
    stages.EXCHANGE: ("Exchange Phase", ""),
    stages.MOVE: ("Move Phase", ""),
    stages.SCOUT: ("Scout Phase", ""),
    stages.LOOK: ("Scout Phase", "S1 looking"),
    stages.STEAL: ("Scout Phase", "S2 stealing"),
    stages.DEVOUR: ("Scout Phase", "S3 devouring"),
    stages.BATTLE: ("Battle Phase", ""),
    stages.REVEAL: ("Battle Phase", "I reveal combatants: V1 reveal"),
    stages.RETREAT: ("Battle Phase", "II tactical options: T1 retreat"),
    stages.WITHDRAW: ("Battle Phase", "II tactical options: T2 withdraw"),
    stages.GUARD: ("Battle Phase", "II tactical options: T3 guard"),
    stages.PARALYZE: ("Battle Phase", "II tactical options: T4 paralyze"),
    stages.SUPPORT: ("Battle Phase", "II tactical options: T5 support"),
    stages.ROLL: ("Battle Phase", "III battle roll: B1 roll"),
    stages.STRIKE: ("Battle Phase", "III battle roll: B2 strike"),
    stages.LOSSES: ("Battle Phase", "III battle roll: B3 losses"),
    stages.RESPITE: ("Battle Phase", "IV respite: R2 spells"),
    stages.VICTORY: ("Battle Phase", "R3 victory check"),
    stages.CALLOFF: ("Battle Phase", "R4 calling off"),
    stages.END: ("End Phase", ""),
    stages.OVER: ("", ""),
}
